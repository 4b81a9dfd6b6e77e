// The journal of a service, page by page.
import type { RequestFilter } from '../journal/view.ts'
import type { RecordedRequest } from '../model/request.ts'
import type { Control } from './control.ts'

/** As many as the service gives at once. */
const pageSize = 1000

/** The requests that are there, in order of arrival, fetched page by page as they are needed. */
export async function* requestPages(
  control: Pick<Control, 'listRequests'>,
  filter: RequestFilter,
  signal?: AbortSignal,
): AsyncGenerator<readonly RecordedRequest[], void, undefined> {
  let after: string | undefined
  for (;;) {
    const { requests, next } = await control.listRequests(
      { ...filter, after, limit: pageSize },
      signal,
    )
    yield requests
    if (requests.length < pageSize) return
    after = next
  }
}
