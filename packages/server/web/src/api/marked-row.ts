// Finds a request that this page sent, by a header that the journal keeps.
import { liveJournal } from './live-journal.ts'
import type { RequestRow } from './request-row.ts'

export interface Wanted {
  readonly mark: string
  /** Whether this state of the request is enough. Default: the first one is. */
  readonly isEnough?: (row: RequestRow) => boolean
  /** In milliseconds. */
  readonly wait: number
  readonly signal?: AbortSignal
}

/** Resolves to `undefined` if the request does not come in time, or if the signal aborts. */
export function markedRow(wanted: Wanted): Promise<RequestRow | undefined> {
  const { mark, isEnough = () => true, wait, signal } = wanted
  return new Promise((resolve) => {
    const end = (row?: RequestRow): void => {
      clearTimeout(timer)
      stop()
      resolve(row)
    }
    const timer = setTimeout(end, wait)
    signal?.addEventListener('abort', () => end())
    const stop = liveJournal.subscribe(({ rows }) => {
      const row = rows.findLast((one) => one.mark === mark)
      // The row may be there on the first call, before `stop` has a value.
      if (row && isEnough(row)) queueMicrotask(() => end(row))
    })
  })
}
