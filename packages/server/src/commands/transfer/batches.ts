// Sends records in batches, several at a time, and reports the records that the daemon refuses.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Control, Problem } from '@mock-endpoint/core/client'
import type { ReadRecord, RecordFault } from '@mock-endpoint/core/transfer'

export type FoundRecord = Exclude<ReadRecord, { readonly fault: RecordFault }>

export interface SendingOptions {
  readonly control: Pick<Control, 'importRecords'>
  /** Called with each record that the daemon refuses, and the reason. */
  readonly onRefused: (fault: RecordFault) => void
  /** Aborts calls in progress. */
  readonly signal: AbortSignal
}

/** Records on their way to a daemon. */
export interface Sending {
  /** Adds the next record. Waits if many are in progress. Rejects after a call has failed. */
  add(record: FoundRecord): Promise<void>
  /** Sends the remaining records, and waits for all calls. Rejects if one has failed. */
  finish(): Promise<void>
  /** Resolves when the calls in progress have ended, even if they failed. */
  settle(): Promise<void>
  /** The number of imported records. */
  readonly imported: { readonly endpoints: number; readonly rules: number }
}

/** Maximum number of records in a batch, and its approximate maximum length in characters. */
const mostRecords = 1000
const mostLength = 1024 * 1024
/** Maximum number of batches in progress, and approximate maximum of their total length. */
const mostUnderWay = 4
const mostLengthUnderWay = 8 * 1024 * 1024

interface Batch {
  readonly records: FoundRecord[]
  readonly names: Set<string>
  hasRules: boolean
  length: number
}

export function createBatches({ control, onRefused, signal }: SendingOptions): Sending {
  const underWay = new Map<Batch, Promise<void>>()
  const imported = { endpoints: 0, rules: 0 }
  let batch = emptyBatch()
  let failure: { readonly error: unknown } | undefined

  async function send(records: readonly FoundRecord[]): Promise<void> {
    try {
      const { endpoints, rules } = await patiently(() =>
        control.importRecords(toBody(records), signal),
      )
      imported.endpoints += endpoints
      imported.rules += rules
    } catch (error) {
      const [first] = records
      if (!(error instanceof Problem) || !isOfRecords(error) || !first) throw error
      if (records.length === 1) return onRefused({ ...first.place, detail: error.message })
      // One record or the size is at fault. Halve the batch, so that other records are imported.
      const middle = records.length >>> 1
      await send(records.slice(0, middle))
      await send(records.slice(middle))
    }
  }

  /** Whether a batch may be sent before the batches in progress end. */
  function fits({ names, hasRules, length }: Batch): boolean {
    const others = [...underWay.keys()]
    if (others.length === 0) return true
    // A batch with rules is sent alone: the order of adding decides which rule is tried first.
    if (hasRules || others.some((other) => other.hasRules)) return false
    if (others.length >= mostUnderWay) return false
    const total = others.reduce((sum, other) => sum + other.length, length)
    if (total > mostLengthUnderWay) return false
    // Batches in progress share no name, because the last record with a name has to win.
    return !others.some((other) => [...names].some((name) => other.names.has(name)))
  }

  async function flush(): Promise<void> {
    const next = batch
    batch = emptyBatch()
    if (next.records.length === 0) return
    while (!fits(next)) await Promise.race(underWay.values())
    if (failure) throw failure.error
    const sending = send(next.records)
      .catch((error) => {
        failure ??= { error }
      })
      .finally(() => underWay.delete(next))
    underWay.set(next, sending)
  }

  async function settle(): Promise<void> {
    await Promise.all(underWay.values())
  }

  return {
    imported,
    settle,
    async add(record) {
      if (failure) throw failure.error
      batch.records.push(record)
      batch.length += record.text.length
      if (record.kind === 'rule') batch.hasRules = true
      else batch.names.add(record.endpoint.name)
      if (batch.records.length >= mostRecords || batch.length >= mostLength) await flush()
    },
    async finish() {
      await flush()
      await settle()
      if (failure) throw failure.error
    },
  }
}

function emptyBatch(): Batch {
  return { records: [], names: new Set(), hasRules: false, length: 0 }
}

/** Returns the body of a call that imports these records. */
export function toBody(records: readonly FoundRecord[]): string {
  const textsOf = (kind: FoundRecord['kind']): string =>
    records.flatMap((record) => (record.kind === kind ? [record.text] : [])).join(',\n')
  return `{"endpoints":[${textsOf('endpoint')}],"rules":[${textsOf('rule')}]}`
}

/** Whether a refusal is about the records, and not about the caller. */
function isOfRecords({ code, status }: Problem): boolean {
  return status === 400 || code === 'body-too-large' || code === 'too-many-rules'
}

/** Number of retries if the daemon has no room for a body, and milliseconds between them. */
const tries = 30
const pause = 1000

async function patiently<T>(call: () => Promise<T>): Promise<T> {
  for (let left = tries; ; left--) {
    try {
      return await call()
    } catch (error) {
      const isBusy = error instanceof Problem && error.code === 'too-many-bodies'
      if (!isBusy || left === 0) throw error
      await sleep(pause)
    }
  }
}
