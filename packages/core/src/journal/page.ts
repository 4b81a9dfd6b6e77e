// A page of the journal, at once or when enough requests are there.
import { longestTimeout, realClock } from '../model/clock.ts'
import type { Cursors } from './cursors.ts'
import { type KeptRequest, toRecord } from './kept-request.ts'
import type { Ring } from './ring.ts'
import { passes, type Subscribers } from './subscribers.ts'
import type { PageQuery, RequestPage } from './view.ts'

/** The parts of a journal that reading needs. */
export interface Readable {
  readonly ring: Ring
  readonly cursors: Cursors
  readonly subscribers: Subscribers
  readonly isClosed: () => boolean
}

export async function readPage(
  journal: Readable,
  { after, limit = 100, wait = 0, count = 1, ...filter }: PageQuery,
  signal?: AbortSignal,
): Promise<RequestPage> {
  const { ring, cursors } = journal
  const start = cursors.read(after) ?? 0
  const find = (): KeptRequest[] =>
    [...ring.arrivedAfter(start)].filter((request) => passes(request, filter))
  const missing = count - (wait > 0 ? find().length : 0)
  const isWaiting = wait > 0 && missing > 0 && !signal?.aborted && !journal.isClosed()
  if (isWaiting) await untilArrived({ journal, filter, missing, count, wait, signal })
  // More may have arrived since the wait ended.
  const kept = find()
  const page = takePage(kept, limit)
  const isLast = page.length === kept.length
  // A full page ends with its last request, any other where the journal is now.
  const end = isLast ? ring.position : page.at(-1)?.arrived
  return {
    requests: page.map(toRecord),
    next: cursors.write(end ?? start),
    dropped: ring.dropped,
    ...(!isLast && { more: true }),
  }
}

/** A page ends when its requests take so many bytes of memory: as text they may be six times as long. */
const pageBytes = 2 * 1024 * 1024

function takePage(kept: readonly KeptRequest[], limit: number): readonly KeptRequest[] {
  let bytes = 0
  const end = kept.findIndex(({ size }, i) => {
    bytes += size
    return i === limit || (i > 0 && bytes > pageBytes)
  })
  return end === -1 ? kept : kept.slice(0, end)
}

interface Waiting {
  readonly journal: Readable
  readonly filter: PageQuery
  readonly missing: number
  /** How many are missing once the journal is cleared. */
  readonly count: number
  readonly wait: number
  readonly signal: AbortSignal | undefined
}

function untilArrived({ journal, filter, missing, count, wait, signal }: Waiting): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      realClock.clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      leave()
      resolve()
    }
    let left = missing
    const leave = journal.subscribers.add({
      filter,
      changed({ outcome }) {
        if (outcome === 'pending') left -= 1
        if (left <= 0) end()
      },
      cleared() {
        left = count
      },
      closed: end,
    })
    const timer = realClock.setTimeout(end, Math.min(wait, longestTimeout))
    signal?.addEventListener('abort', end)
  })
}
