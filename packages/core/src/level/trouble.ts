// The reason why no writes are taken, and the endpoints and rules that cannot be read meanwhile.
import { StoreError } from '../model/store/store.ts'

/** The subject of a read: an endpoint, a rule, or the rules of an endpoint. */
export type Wanted =
  | { readonly endpoint: string }
  | { readonly rule: string }
  | { readonly rulesOf: string }

/** Whether it is unknown if the last write of `wanted` happened. */
export type IsInDoubt = (wanted: Wanted) => boolean

export interface Trouble {
  /** Throws the reason while there is trouble. */
  check(): void
  isThere(): boolean
  begin(reason: StoreError, isInDoubt: IsInDoubt): void
  /** Notes that an attempt to end the trouble failed. Everything in doubt stays in doubt. */
  goOn(reason: StoreError): void
  end(): void
  /** Throws if it is unknown whether the last write of `wanted` happened. */
  checkDoubt(wanted: Wanted): void
  /** Returns the error of a read while the database is closed. */
  unreadable(): StoreError
}

export function createTrouble(): Trouble {
  let failure: { readonly reason: StoreError; readonly isInDoubt: IsInDoubt } | undefined

  return {
    check() {
      if (!failure) return
      const { reason } = failure
      throw new StoreError(reason.kind, `${reason.message} ${noWrites}`, { cause: reason })
    },
    isThere: () => failure !== undefined,
    begin(reason, isInDoubt) {
      failure = { reason, isInDoubt }
    },
    goOn(reason) {
      failure = { reason, isInDoubt: failure?.isInDoubt ?? (() => false) }
    },
    end() {
      failure = undefined
    },
    checkDoubt(wanted) {
      if (!failure?.isInDoubt(wanted)) return
      throw new StoreError('unavailable', inDoubt, { cause: failure.reason })
    },
    unreadable: () => new StoreError('unavailable', closed, { cause: failure?.reason }),
  }
}

const noWrites =
  'Writes fail until the database is open again. The service keeps trying to open it.'
const closed = 'Reads fail until the database is open again. The service keeps trying to open it.'
const inDoubt =
  'The last write of this endpoint or of its rules failed; what became of it will be known shortly.'
