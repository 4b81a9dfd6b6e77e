// Unusual states of the page. Each is reached as a user would reach it, and checked on a desktop
// and on a phone.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startLoad } from './lib/load.ts'
import { expectGoodLooks } from './lib/looks.ts'
import { addMany } from './lib/many.ts'
import { type Opened, type OpenOptions, openPage } from './lib/page.ts'
import {
  askAndLeave,
  askWithoutWaiting,
  idOf,
  openedRequest,
  untilRecorded,
} from './lib/requests.ts'

interface State extends Pick<OpenOptions, 'args' | 'isOnDisk'> {
  /** Brings the open, empty page into this state. */
  readonly reach: (opened: Opened) => Promise<void>
}

const orders = '{"name":"orders","data":[{"id":12345678901234567890,"total":1.10}]}'

const nameOf = (i: number): string => `endpoint-${i}`

async function openOrders({ page, daemon }: Opened): Promise<void> {
  await daemon.add(orders)
  await page.goto(`${daemon.url}/#/endpoint/orders`)
  await page.locator('.cm-content').waitFor()
}

async function type(page: Page, text: string): Promise<void> {
  await page.getByLabel('Data, as JSON').press('ControlOrMeta+a')
  await page.keyboard.insertText(text)
}

async function openFirst({ page, daemon }: Opened, shows: string): Promise<void> {
  await page.goto(`${daemon.url}/#/requests/${await idOf(daemon)}`)
  await openedRequest(page).getByText(shows).first().waitFor()
}

const states: Readonly<Record<string, State>> = {
  one: {
    async reach({ page, daemon }) {
      await daemon.add(orders)
      await page.getByText('1 endpoint').waitFor()
    },
  },
  thirty: {
    async reach({ page, daemon }) {
      await addMany(daemon, 30, nameOf)
      await page.getByText('30 endpoints').waitFor()
    },
  },
  'five-thousand': {
    async reach({ page, daemon }) {
      await addMany(daemon, 5000, nameOf)
      await page.getByText('50 of 5,000').waitFor()
    },
  },
  loading: {
    async reach({ page }) {
      await page.route('**/api/summary*', () => {})
      await page.reload()
      await page.getByText('Loading …').waitFor()
    },
  },
  offline: {
    async reach({ page, daemon }) {
      daemon.process.kill('SIGKILL')
      await page.getByText('Unreachable').waitFor()
    },
  },
  degraded: {
    isOnDisk: true,
    // More than any disk has.
    args: ['--min-free', '1048576MiB'],
    async reach({ page, daemon }) {
      await page.goto(`${daemon.url}/#/new?name=orders`)
      await page.locator('.cm-content').waitFor()
      await page.keyboard.press('ControlOrMeta+s')
      await page.locator('main').getByText('has less free space than 1048576 MiB').waitFor()
      await page.getByText('Degraded').waitFor()
    },
  },
  token: {
    args: ['--token', 'a-token-of-the-page'],
    async reach({ page }) {
      await page.getByRole('heading', { name: 'This service requires a token' }).waitFor()
    },
  },
  'long-names': {
    async reach({ page, daemon }) {
      const name = 'a-long-name-'.repeat(20)
      await daemon.add(`{"name":"${name}","data":1}`)
      await daemon.add('{"name":" spaces around ","data":1}')
      await page.goto(`${daemon.url}/#/endpoint/${name}`)
      await page.locator('.cm-content').waitFor()
    },
  },
  'five-megabytes': {
    async reach({ page, daemon }) {
      const rows = Array.from(
        { length: 70_000 },
        (_, i) => `{"id":${i},"name":"order ${i}","x":[1,2,{"y":null}]}`,
      )
      await daemon.add(`{"name":"large","data":[${rows.join(',')}]}`)
      await page.goto(`${daemon.url}/#/endpoint/large`)
      await page.locator('.cm-content').waitFor()
    },
  },
  unsaved: {
    async reach(opened) {
      await openOrders(opened)
      await type(opened.page, '{"changed": true}')
      await opened.page.getByRole('button', { name: 'Discard' }).waitFor()
    },
  },
  conflict: {
    async reach(opened) {
      const { page, daemon } = opened
      await openOrders(opened)
      await type(page, '{"mine": true}')
      await daemon.add('{"name":"orders","data":{"theirs":true}}')
      await page.keyboard.press('ControlOrMeta+s')
      await page.getByText('was changed elsewhere').waitFor()
    },
  },
  'removed-elsewhere': {
    async reach(opened) {
      const { page, daemon } = opened
      await openOrders(opened)
      await type(page, '{"mine": true}')
      await fetch(`${daemon.url}/api/endpoint/orders`, { method: 'DELETE' })
      await page.keyboard.press('ControlOrMeta+s')
      await page.getByText('was removed elsewhere').waitFor()
    },
  },
  'name-taken': {
    async reach({ page, daemon }) {
      await daemon.add(orders)
      await page.goto(`${daemon.url}/#/new?name=orders`)
      await page.locator('.cm-content').waitFor()
      await page.keyboard.press('ControlOrMeta+s')
      await page.getByText('already exists').waitFor()
    },
  },
  answered: {
    async reach(opened) {
      await openOrders(opened)
      await opened.page.getByRole('button', { name: 'Try', exact: true }).click()
      await opened.page.getByText('200 OK').first().waitFor()
    },
  },
  'hundred-a-second': {
    async reach({ page, daemon }) {
      await daemon.add(orders)
      await page.goto(`${daemon.url}/#/requests`)
      const load = startLoad(daemon, {
        perSecond: 100,
        path: (i) => (i % 5 === 0 ? `/endpoint/none-${i}` : '/endpoint/orders'),
      })
      await load.until(3)
      await page.locator('a[data-row]').first().waitFor()
      load.end()
    },
  },
  'filter-without-results': {
    async reach({ page, daemon }) {
      await daemon.read('/endpoint/orders')
      await page.goto(`${daemon.url}/#/requests`)
      await page.locator('a[data-row]').first().waitFor()
      await page.getByRole('searchbox').fill('nothing like it')
      await page.getByRole('button', { name: 'Show all' }).waitFor()
    },
  },
  unmatched: {
    async reach(opened) {
      await opened.daemon.add(orders)
      await opened.daemon.read('/endpoint/ordrs')
      await openFirst(opened, 'Add this endpoint')
    },
  },
  held: {
    async reach(opened) {
      const { daemon } = opened
      await daemon.addRule('{"id":"gate","endpoint":"orders","response":{"hold":true}}')
      askWithoutWaiting(daemon, '/endpoint/orders')
      await untilRecorded(daemon)
      await openFirst(opened, 'Release')
    },
  },
  aborted: {
    async reach(opened) {
      const { daemon } = opened
      await daemon.add('{"name":"slow","data":1,"delay":60000}')
      await askAndLeave(daemon, '/endpoint/slow')
      await openFirst(opened, 'aborted')
    },
  },
  'binary-body': {
    async reach(opened) {
      const body = new Uint8Array(300).map((_, i) => i)
      await fetch(`${opened.daemon.url}/endpoint/orders`, { method: 'POST', body })
      await openFirst(opened, '300 B, binary, shown as base64')
    },
  },
}

test.each(Object.entries(states))(
  'the page in the state %s passes axe and fits every width',
  async (name, { reach, ...options }) => {
    const opened = await openPage(options)
    await opened.page.locator('main').waitFor()
    await reach(opened)
    await expectGoodLooks(opened.page, `state-${name}`)
    // The browser reports failed requests on the console.
    const fails = ['offline', 'degraded', 'token'].includes(name)
    if (!fails) expect(opened.complaints).toEqual([])
  },
)
