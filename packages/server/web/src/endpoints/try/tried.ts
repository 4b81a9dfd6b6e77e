// Finds a tried request in the journal, for the rule that answered and data that browsers hide.
import { markedRow } from '../../api/marked-row.ts'
import type { RequestRow } from '../../api/request-row.ts'

export interface Tried {
  /** The name of the requested endpoint. */
  readonly name: string
  /** The value of the header with the mark, which no other request has. */
  readonly mark: string
  readonly signal: AbortSignal
}

/** Resolves to `undefined` if the journal does not have its response within two seconds. */
export function findTried({ mark, signal }: Tried): Promise<RequestRow | undefined> {
  return markedRow({ mark, signal, wait: 2000, isEnough: (row) => row.statusCode !== null })
}
