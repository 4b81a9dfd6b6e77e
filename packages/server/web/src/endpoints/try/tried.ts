// The request that was tried, as the journal has it: which rule answered, and what browsers hide.
import { markedRow } from '../../api/marked-row.ts'
import type { RequestRow } from '../../api/request-row.ts'

export interface Tried {
  /** The endpoint that was asked. */
  readonly name: string
  /** The value of the header that no other request has. */
  readonly mark: string
  readonly signal: AbortSignal
}

/** Resolves to `undefined` when the journal does not have its response within two seconds. */
export function findTried({ mark, signal }: Tried): Promise<RequestRow | undefined> {
  return markedRow({ mark, signal, wait: 2000, isEnough: (row) => row.statusCode !== null })
}
