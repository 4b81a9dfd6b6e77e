// A page with 100,000 endpoints.
import { expect } from 'vitest'
import { type Opened, openPage } from './page.ts'

export const endpoints = 100_000

export function nameOf(i: number): string {
  return `endpoint-${String(i).padStart(6, '0')}`
}

/** What the list says of how many it shows: of `many` until all are counted. */
export function shown(count: number): RegExp {
  return new RegExp(`^${count} of (many|100,000)$`)
}

/** Opens the page when all of them are there. */
export async function openMany(): Promise<Opened> {
  const opened = await openPage()
  const { page, daemon } = opened
  const records = Array.from({ length: endpoints }, (_, i) => `{"name":"${nameOf(i)}","data":${i}}`)
  const body = `{"endpoints":[${records.join(',')}],"rules":[]}`
  const response = await fetch(`${daemon.url}/api/import`, { method: 'POST', body })
  expect(await response.text()).toContain(String(endpoints))
  await page.reload()
  await page.getByText(shown(50)).waitFor()
  return opened
}
