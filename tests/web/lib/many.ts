// Many endpoints, which one import adds, and the list that loads them in parts.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Daemon } from './daemon.ts'
import { type Opened, openPage } from './page.ts'

/** Adds `count` endpoints. The data of each contains its number. */
export async function addMany(
  { url }: Daemon,
  count: number,
  nameOf: (i: number) => string,
): Promise<void> {
  const records = Array.from(
    { length: count },
    (_, i) => `{"name":"${nameOf(i)}","data":{"i":${i}}}`,
  )
  const body = `{"endpoints":[${records.join(',')}],"rules":[]}`
  const response = await fetch(`${url}/api/import`, { method: 'POST', body })
  expect(response.status).toBe(200)
}

/** Scrolls to the last row. Finds it in the page, because rows may be redrawn at any time. */
export function scrollToLast(page: Page): Promise<void> {
  return page.evaluate(() => {
    const rows = document.querySelectorAll('.list li')
    rows[rows.length - 1]?.scrollIntoView()
  })
}

export const hundredThousand = 100_000

export function numbered(i: number): string {
  return `endpoint-${String(i).padStart(6, '0')}`
}

/** Matches the count in the list. The total is `many` until all endpoints are counted. */
export function shown(count: number): RegExp {
  return new RegExp(`^${count} of (many|100,000)$`)
}

/** Opens the page with 100,000 endpoints. */
export async function openMany(): Promise<Opened> {
  const opened = await openPage()
  await addMany(opened.daemon, hundredThousand, numbered)
  await opened.page.reload()
  await opened.page.getByText(shown(50)).waitFor()
  return opened
}
