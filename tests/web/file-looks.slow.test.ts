// Looks and accessibility of the page with endpoints from files, in light and dark, at any width.
// With PAGE_SHOTS=1, screenshots are left in `shots/`. `looks` and `states` check the rest.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { dataField } from './lib/endpoints.ts'
import { foldButton } from './lib/files.ts'
import { expectGoodLooks } from './lib/looks.ts'
import { type Opened, type OpenOptions, openPage } from './lib/page.ts'

/** As long as a file name may be, together with its extension. */
const long = 'long-name-'.repeat(25)
const broken = '{"a": 1,\n "b" 2}'

interface State extends Pick<OpenOptions, 'args' | 'files'> {
  /** Brings the open page into this state. */
  readonly reach: (opened: Opened) => Promise<void>
}

async function untilShown(page: Page, text: string): Promise<void> {
  await page.getByText(text).waitFor()
}

const states: Readonly<Record<string, State>> = {
  marks: {
    files: { 'orders.json': '[1]', 'users.json': '[2]', [`${long}.json`]: '[3]' },
    args: ['--watch'],
    async reach({ page, daemon }) {
      await daemon.add('{"name":"orders","data":["changed"]}')
      await page.locator('.list .changed').waitFor()
    },
  },
  changed: {
    files: { 'orders.json': '[1]', 'users.json': '[2]' },
    async reach({ page, daemon }) {
      await daemon.add('{"name":"orders","data":["changed"]}')
      await page.goto(`${daemon.url}/#/endpoint/orders`)
      await untilShown(page, 'It was changed since the file was read.')
      await dataField(page).waitFor()
    },
  },
  long: {
    files: { [`${long}.json`]: '[3]' },
    args: ['--watch', '--write'],
    async reach({ page, daemon }) {
      await page.goto(`${daemon.url}/#/endpoint/${long}`)
      await untilShown(page, 'Changes are saved to the file.')
      await dataField(page).waitFor()
    },
  },
  faults: {
    files: { 'orders.json': '[1]', 'users.json': broken, [`${long}.json`]: '[' },
    reach: ({ page }) => untilShown(page, '2 faults in the files'),
  },
  'many-faults': {
    files: Object.fromEntries(Array.from({ length: 123 }, (_, i) => [`${i}.json`, broken])),
    reach: ({ page }) => untilShown(page, '123 faults in the files'),
  },
  folded: {
    files: { 'orders.json': '[1]', 'users.json': broken },
    reach: ({ page }) => foldButton(page).click(),
  },
}

test.each(Object.entries(states))(
  'the page in the state %s, with files, passes axe and fits every width',
  async (name, { reach, ...options }) => {
    const opened = await openPage(options)
    await reach(opened)
    await expectGoodLooks(opened.page, `files-${name}`)
    expect(opened.complaints).toEqual([])
  },
)
