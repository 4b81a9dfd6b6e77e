// Reads a page of the journal, at once or when there are enough requests.
import { type KeptRequest, toRecord } from '../ring/kept-request.ts'
import type { PageQuery, RequestFilter, RequestPage } from '../view.ts'
import type { Readable } from './readable.ts'
import { passes } from './subscribers.ts'

export async function readPage(
  journal: Readable,
  { after, limit = 100, wait = 0, count = 1, ...filter }: PageQuery,
  signal?: AbortSignal,
): Promise<RequestPage> {
  const { ring, cursors } = journal
  const start = cursors.read(after) ?? 0
  const find = (most: number): KeptRequest[] => take(ring.arrivedAfter(start), filter, most)
  const missing = count - (wait > 0 ? find(count).length : 0)
  const mayWait = wait > 0 && !signal?.aborted && !journal.isClosed()
  if (mayWait) await journal.waits.until({ filter, missing, count, wait, signal })
  // More may have arrived since the wait ended.
  const kept = find(limit + 1)
  const page = takePage(kept, limit)
  const isLast = page.length === kept.length
  // The last page ends at the current position of the journal, any other at its last request.
  const end = isLast ? ring.position : page.at(-1)?.arrived
  return {
    requests: page.map(toRecord),
    next: cursors.write(end ?? start),
    dropped: ring.dropped,
    ...(!isLast && { more: true }),
  }
}

function take(requests: Iterable<KeptRequest>, filter: RequestFilter, most: number): KeptRequest[] {
  const taken: KeptRequest[] = []
  for (const request of requests) {
    if (passes(request, filter) && taken.push(request) === most) break
  }
  return taken
}

/** Maximum memory of the requests in a page, in bytes. As text they may be six times as long. */
const pageBytes = 1024 * 1024

function takePage(kept: readonly KeptRequest[], limit: number): readonly KeptRequest[] {
  let bytes = 0
  const end = kept.findIndex(({ size }, i) => {
    bytes += size
    return i === limit || (i > 0 && bytes > pageBytes)
  })
  return end === -1 ? kept : kept.slice(0, end)
}
