// A request of this page, found among all others by a header that the journal keeps.
import { liveJournal } from './live-journal.ts'
import type { RequestRow } from './request-row.ts'

export interface Wanted {
  readonly mark: string
  /** Which version of it is enough. Default: the first one. */
  readonly isEnough?: (row: RequestRow) => boolean
  /** In milliseconds. */
  readonly wait: number
  readonly signal?: AbortSignal
}

/** Resolves to `undefined` when it does not come in time, or nobody waits for it any more. */
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
      // It may be there already, before there is anything to stop.
      if (row && isEnough(row)) queueMicrotask(() => end(row))
    })
  })
}
