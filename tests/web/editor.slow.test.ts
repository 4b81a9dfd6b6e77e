// The JSON editor: drawing, formatting, faults, search, folding, brackets, dropped files and keys.
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import {
  action,
  dataField,
  fiveMegabytes,
  openEndpoint,
  shownData,
  typeData,
} from './lib/endpoints.ts'
import { type Opened, openPage } from './lib/page.ts'

async function openWith(data: string): Promise<Opened> {
  const opened = await openPage()
  await opened.daemon.add(`{"name":"orders","data":${data}}`)
  await openEndpoint(opened, 'orders')
  return opened
}

function editor(page: Page): Locator {
  return page.locator('.work .editor')
}

test('only a small part of a line of five megabytes is drawn', async () => {
  const opened = await openPage()
  const { page, daemon } = opened
  await daemon.add(`{"name":"orders","data":${fiveMegabytes()}}`)
  await page.addInitScript(countDrawn)
  await page.reload()
  await openEndpoint(opened, 'orders')
  const drawn = await page.evaluate(() => Number(Reflect.get(globalThis, 'drawn')))
  expect(drawn).toBeGreaterThan(1_000)
  expect(drawn).toBeLessThan(200_000)
})

test('Undo in the editor keeps the loaded text, and the cursor starts before it', async () => {
  const { page } = await openWith('[1.10]')
  await dataField(page).press('ControlOrMeta+z')
  expect(await shownData(page)).toBe('[1.10]')
  await page.keyboard.insertText(' ')
  expect(await shownData(page)).toBe(' [1.10]')
})

describe('Format', () => {
  test('Format handles five megabytes, keeps every digit, and is undone in one step', async () => {
    const text = fiveMegabytes()
    const { page, daemon } = await openWith(text)
    await action(page, 'Format').press('Enter')
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByText('Saved orders.').waitFor()
    const formatted = await daemon.read('/endpoint/orders')
    expect(formatted.startsWith('[\n  {\n    "id": 12345678901234560,\n    "price": 0.10,')).toBe(
      true,
    )
    expect(formatted.replaceAll(/\s/g, '') === text).toBe(true)
    await dataField(page).press('ControlOrMeta+z')
    await page.keyboard.press('ControlOrMeta+s')
    await expect.poll(async () => (await daemon.read('/endpoint/orders')) === text).toBe(true)
  }, 180_000)

  test('Format leaves invalid JSON unchanged, and shows the fault', async () => {
    const { page } = await openWith('1')
    await typeData(page, '{"a": 01}')
    await action(page, 'Format').press('Enter')
    // It is below the editor, or in the editor once that has checked the text itself.
    await page
      .locator('.data')
      .getByText(/^Line 1, column \d+: /)
      .first()
      .waitFor()
    expect(await shownData(page)).toBe('{"a": 01}')
  })

  test('Format shows the fault of a long text, which the editor does not check itself', async () => {
    const text = JSON.stringify('a'.repeat(1_000_000))
    const { page } = await openWith(text)
    await dataField(page).press('ControlOrMeta+End')
    await page.keyboard.insertText('1')
    await action(page, 'Format').press('Enter')
    const said = page.locator('.data .fault', { hasText: /^Line 1, column 1000003: / })
    await said.waitFor()
    await dataField(page).press('Backspace')
    await said.waitFor({ state: 'detached' })
  })
})

test('invalid JSON is underlined at the fault, which is described below the text', async () => {
  const { page } = await openWith('1')
  await typeData(page, '{\n  "a": tru\n}')
  await expect.poll(() => editor(page).locator('.cm-fault').textContent()).toBe('tru')
  await editor(page)
    .getByRole('status')
    .filter({ hasText: /^Line 2, column 8: / })
    .waitFor()
  await typeData(page, '{\n  "a": true\n}')
  await editor(page).locator('.cm-fault').waitFor({ state: 'detached' })
  expect(await editor(page).getByRole('status').count()).toBe(0)
})

test('the search ignores case, selects the first match, and replaces all matches', async () => {
  const { page, complaints } = await openWith('["Order","border",{"order":"none"}]')
  await dataField(page).press('ControlOrMeta+f')
  const find = page.getByLabel('Find', { exact: true })
  await find.pressSequentially('order')
  const matches = editor(page).locator('.cm-searchMatch')
  await expect.poll(() => matches.allTextContents()).toEqual(['Order', 'order', 'order'])
  await find.press('Enter')
  const chosen = editor(page).locator('.cm-searchMatch-selected')
  await expect.poll(() => chosen.textContent()).toBe('Order')
  await page.getByLabel('Replace', { exact: true }).fill('user')
  await page.getByRole('button', { name: 'replace all' }).click()
  expect(await shownData(page)).toBe('["user","buser",{"user":"none"}]')
  await find.press('Escape')
  await find.waitFor({ state: 'detached' })
  await page.keyboard.insertText('typed')
  expect(await shownData(page)).toContain('typed')
  expect(complaints).toEqual([])
})

test('typing over several selected lines does not violate the CSP of the web UI', async () => {
  const { page, complaints } = await openWith('[\n  "a",\n  "b",\n  "c"\n]')
  await dataField(page).press('ControlOrMeta+Home')
  for (const key of ['ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowRight'])
    await page.keyboard.press(key)
  await page.keyboard.type('1,2')
  expect(await shownData(page)).toMatch(/^\[\n1,2 *"c"\n\]$/)
  expect(complaints).toEqual([])
})

test('an object can be folded and unfolded', async () => {
  const { page } = await openWith('{\n  "a": {\n    "b": 1\n  },\n  "c": 2\n}')
  const lines = dataField(page).locator('.cm-line')
  expect(await lines.count()).toBe(6)
  const marks = editor(page).getByTitle('Fold line').filter({ visible: true })
  await expect.poll(() => marks.count()).toBe(2)
  await marks.last().click()
  await expect.poll(() => lines.count()).toBe(4)
  const folded = editor(page).getByTitle('Unfold', { exact: true })
  await folded.click()
  await expect.poll(() => lines.count()).toBe(6)
  // At the edge next to the bracket too, which is highlighted when the mouse is pressed there.
  await marks.last().click()
  await folded.click({ position: { x: 1, y: 5 } })
  await expect.poll(() => lines.count()).toBe(6)
})

describe('brackets and quotes', () => {
  const typed: Readonly<Record<string, readonly [keys: string, text: string]>> = {
    'are closed, and typed over': ['{"a":["b",1],"c":{}}', '{"a":["b",1],"c":{}}'],
    'are closed around the place where one types on': ['[{"a', '[{"a"}]'],
    'are not closed within a text': ['"a[{', '"a[{"'],
  }
  test.each(Object.entries(typed))('brackets and quotes %s', async (_, [keys, text]) => {
    const { page } = await openWith('1')
    await dataField(page).press('ControlOrMeta+a')
    await page.keyboard.press('Delete')
    await page.keyboard.type(keys)
    expect(await shownData(page)).toBe(text)
  })

  test('brackets and quotes are put around the selection', async () => {
    const { page, complaints } = await openWith('{\n  "a": 1,\n  "b": 2\n}')
    await dataField(page).press('ControlOrMeta+a')
    await page.keyboard.type('[')
    expect(await shownData(page)).toBe('[{\n  "a": 1,\n  "b": 2\n}]')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.press('Delete')
    await page.keyboard.type('[12')
    await page.keyboard.press('Shift+ArrowLeft')
    await page.keyboard.type('"')
    expect(await shownData(page)).toBe('[1"2"]')
    expect(complaints).toEqual([])
  })

  test('a pair of brackets is removed together, and a bracket before a value is not closed', async () => {
    const { page } = await openWith('1')
    await dataField(page).press('Home')
    await page.keyboard.type('[')
    expect(await shownData(page)).toBe('[1')
    await page.keyboard.press('End')
    await page.keyboard.type(',[')
    expect(await shownData(page)).toBe('[1,[]')
    await page.keyboard.press('Backspace')
    expect(await shownData(page)).toBe('[1,')
  })
})

describe('a dropped file', () => {
  /** Drops a file on the editor. */
  async function drop(page: Page, name: string, bytes: readonly number[]): Promise<void> {
    const files = await page.evaluateHandle(
      ([name, bytes]) => {
        const transfer = new DataTransfer()
        transfer.items.add(new File([new Uint8Array(bytes)], name))
        return transfer
      },
      [name, bytes] as const,
    )
    await dataField(page).dispatchEvent('drop', { dataTransfer: files })
  }

  test('a dropped file replaces the text, which Undo restores even after more typing', async () => {
    const { page } = await openWith('1')
    await drop(page, 'prices.json', [...Buffer.from('{"price": 1.10}')])
    await expect.poll(() => shownData(page)).toBe('{"price": 1.10}')
    await page.getByText('The text is that of prices.json now.').waitFor()
    await dataField(page).press('End')
    await page.keyboard.insertText(' ')
    await expect.poll(() => shownData(page)).toBe('{"price": 1.10} ')
    await page.getByRole('button', { name: 'Undo' }).press('Enter')
    await expect.poll(() => shownData(page)).toBe('1')
  })

  test('a dropped file that is not text is refused', async () => {
    const { page } = await openWith('1')
    await drop(page, 'picture.png', [0x89, 0x50, 0x4e, 0x47, 0xff])
    await page.getByText('picture.png is not text in UTF-8.').waitFor()
    expect(await shownData(page)).toBe('1')
  })
})

test('Tab indents in the editor, and Tab after Escape leaves it', async () => {
  const { page } = await openWith('1')
  await dataField(page).focus()
  await page.keyboard.press('Tab')
  expect(await shownData(page)).toBe('  1')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  await expect.poll(() => dataField(page).evaluate((field) => field.matches(':focus'))).toBe(false)
})

/** Runs in the page. Counts the characters of the text nodes that scripts create. */
function countDrawn(): void {
  const create = document.createTextNode.bind(document)
  Reflect.set(globalThis, 'drawn', 0)
  document.createTextNode = (text) => {
    Reflect.set(globalThis, 'drawn', Number(Reflect.get(globalThis, 'drawn')) + String(text).length)
    return create(text)
  }
}
