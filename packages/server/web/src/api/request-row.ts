// What the page keeps of each request.
import type { NetworkFault, Outcome, RecordedRequest } from '@mock-endpoint/core/client'

/** A request as the table needs it: no headers and no body, and not all of a long address. */
export interface RequestRow {
  readonly id: number
  readonly endpoint: string | null
  readonly method: string
  readonly path: string
  /** With its question mark; empty when there is none. */
  readonly query: string
  /** Milliseconds since 1970, by the clock of the service. */
  readonly receivedAt: number
  readonly statusCode: number | null
  readonly outcome: Outcome
  /** In milliseconds; `null` while it is pending. */
  readonly durationMs: number | null
  /** Whether it waits to be released. */
  readonly isHeld: boolean
  /** What a rule broke its answer with. */
  readonly fault: NetworkFault | undefined
}

const longestAddress = 200

export function toRow(request: RecordedRequest): RequestRow {
  const { id, endpoint, method, path, query, receivedAt, statusCode, outcome, durationMs } = request
  return {
    id,
    endpoint,
    method,
    path: shorten(path),
    query: query === '' ? '' : shorten(`?${query}`),
    receivedAt: Date.parse(receivedAt),
    statusCode,
    outcome,
    durationMs,
    isHeld: request.held === true,
    fault: request.fault,
  }
}

function shorten(text: string): string {
  return text.length > longestAddress ? `${text.slice(0, longestAddress)}…` : text
}
