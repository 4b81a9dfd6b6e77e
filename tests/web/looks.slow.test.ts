// Looks and accessibility of each view: axe finds nothing, in light and dark, at any width.

import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Daemon } from './lib/daemon.ts'
import { expectGoodLooks } from './lib/looks.ts'
import { openPage } from './lib/page.ts'
import { askWithoutWaiting, idOf, untilRecorded } from './lib/requests.ts'

async function fill(daemon: Daemon): Promise<void> {
  const bodies = [
    '{"name":"orders","data":[{"id":12345678901234567890,"total":1.10},{"id":2,"total":9.5}]}',
    '{"name":"not-found","data":{"error":"no such order"},"statusCode":404}',
    '{"name":"payments-down","data":{"error":"busy"},"statusCode":503,"delay":250}',
    '{"name":"slow-report","data":{"rows":[1,2,3]},"delay":1500}',
    `{"name":"${'a-long-name-'.repeat(12)}","data":"${'long '.repeat(100)}"}`,
  ]
  for (const body of bodies) await daemon.add(body)
  const rules = [
    '{"id":"turns","endpoint":"orders","when":{"path":"/x"},"responses":[{"fault":"reset"},{"statusCode":429}]}',
    '{"id":"off","endpoint":"orders","when":{"method":"PUT"},"response":{"statusCode":201},"chance":0}',
    `{"id":"${'long-'.repeat(50)}","endpoint":"orders","when":{"method":"POST","path":"/${'a'.repeat(200)}/:id","json":{"a":1}},"response":{"data":"${'long'.repeat(50)}","delay":[1,2]}}`,
    '{"id":"gate","endpoint":"held","when":{"path":"/v1/:id"},"response":{"hold":true,"data":1}}',
  ]
  for (const body of rules) await daemon.addRule(body)
  for (const name of ['orders', 'not-found', 'payments-down', 'ordrs'])
    await daemon.read(`/endpoint/${name}`)
  await daemon.read('/endpoint/held/v2/customer')
  askWithoutWaiting(daemon, '/endpoint/held/v1/customer')
  await untilRecorded(daemon, 6)
  const send = JSON.stringify({ to: `http://${nowhere}/${'hooks/'.repeat(20)}`, event: 1 })
  await fetch(`${daemon.url}/api/delivery/send`, { method: 'PUT', body: send })
  await daemon.read('/api/delivery/1?wait=10000')
}

/** A host and port without a server. */
const nowhere = 'localhost:1'

/** For each view: its address, a selector to wait for, and the position of a request to open. */
const views: Readonly<Record<string, readonly [at: string, shows: string, request?: number]>> = {
  endpoint: ['#/endpoint/orders', '.cm-content'],
  new: ['#/new', '.cm-content'],
  list: ['#/', '.list li'],
  requests: ['#/requests', '.rows li'],
  request: ['#/requests/', 'text=Add this endpoint', 4],
  rules: ['#/endpoint/orders/rule/turns', '.rules li'],
  'rules-alone': ['#/endpoint/held', '.rules li'],
  'no-rule': ['#/requests/', 'text=The closest is', 5],
  held: ['#/requests/', '.held', 6],
  webhooks: ['#/webhooks', '.list li'],
  webhook: ['#/webhooks/1', '.attempt'],
  'new-webhook': ['#/webhooks/new', '.cm-content'],
}

test('the page without endpoints passes axe and fits every width', async () => {
  const { page, complaints } = await openPage()
  await page.getByRole('heading', { name: 'No endpoints yet' }).waitFor()
  await expectGoodLooks(page, 'empty')
  expect(complaints).toEqual([])
})

test.each(Object.entries(views))(
  'the view %s passes axe and fits every width',
  async (view, [at, shows, request]) => {
    const { page, daemon, complaints } = await openPage({ args: ['--allow-send', nowhere] })
    await fill(daemon)
    const id = request === undefined ? '' : await idOf(daemon, request)
    await page.goto(`${daemon.url}/${at}${id}`)
    await page.reload()
    await page.locator(shows).first().waitFor()
    await openEditors(page)
    await expectGoodLooks(page, view)
    expect(complaints).toEqual([])
  },
)

/** Opens the editors of a rule, a new rule and a response, if the view has them. */
async function openEditors(page: Page): Promise<void> {
  const names = ['Edit rule turns', 'Add a rule', 'Release with another response']
  for (const name of names) {
    const button = page.getByRole('button', { name })
    if (await button.isVisible()) await button.click()
  }
}
