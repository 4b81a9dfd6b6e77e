// The rules that the page shows.
import type { Locator, Page } from 'playwright-core'

/** The rules of the endpoint that is open. */
export function rulesOf(page: Page): Locator {
  return page.getByRole('region', { name: 'Rules' })
}

/** The one of that id. */
export function ruleOf(page: Page, id: string): Locator {
  return rulesOf(page)
    .getByRole('listitem')
    .filter({ has: page.getByText(id, { exact: true }) })
}
