// Endpoints with their own origin: the page shows it beside their URL.
import { expect, test } from 'vitest'
import { openPage } from './lib/page.ts'

test('an endpoint shows its own origin if it has one', async () => {
  const args = ['orders', 'rules-alone'].flatMap((name) => ['--serve', `${name}=0`])
  const { page, daemon, complaints } = await openPage({ args })
  const health: unknown = JSON.parse(await daemon.read('/api/health'))
  const { origins } = health as { origins: Record<string, string> }
  for (const name of ['orders', 'constructor']) await daemon.add(`{"name":"${name}","data":1}`)
  await daemon.addRule('{"endpoint":"rules-alone","response":{}}')
  const shown = async (name: string): Promise<string[]> => {
    await page.goto(`${daemon.url}/#/endpoint/${name}`)
    await page.reload()
    await page.getByText('No requests yet.').waitFor()
    return page.locator('.urls code').allTextContents()
  }
  const below = (name: string): string => `${daemon.url}/endpoint/${name}`
  expect(await shown('orders')).toEqual([below('orders'), origins['orders']])
  await page.getByRole('button', { name: 'Copy its own origin' }).waitFor()
  expect(await shown('rules-alone')).toEqual([below('rules-alone'), origins['rules-alone']])
  expect(await shown('constructor')).toEqual([below('constructor')])
  expect(complaints).toEqual([])
})
