// Lists of a service, page by page. Each page is fetched when it is needed.
import type { RequestFilter, RequestPage } from '../journal/view.ts'
import type { Control } from './control.ts'

/** Yields all pages of a list. The `next` of the last page is `null`. */
export async function* pages<Page extends { readonly next: string | null }>(
  read: (after: string | undefined) => Promise<Page>,
): AsyncGenerator<Page, void, undefined> {
  let after: string | undefined
  do {
    const page = await read(after)
    yield page
    after = page.next ?? undefined
  } while (after !== undefined)
}

/** The largest page that the service returns. */
const pageSize = 1000

/** Yields the recorded requests in pages, in order of arrival. The last page has a `next` too. */
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
