// The journal of a service, page by page.
import type { RequestFilter, RequestPage } from '../journal/view.ts'
import type { Control } from './control.ts'

/** As many as the service gives at once. */
const pageSize = 1000

/** The requests that are there, in order of arrival, fetched page by page as they are needed. */
export async function* requestPages(
  control: Pick<Control, 'listRequests'>,
  filter: RequestFilter,
  signal?: AbortSignal,
): AsyncGenerator<RequestPage, void, undefined> {
  let after: string | undefined
  for (;;) {
    const page = await control.listRequests({ ...filter, after, limit: pageSize }, signal)
    yield page
    if (!page.more && page.requests.length < pageSize) return
    after = page.next
  }
}
