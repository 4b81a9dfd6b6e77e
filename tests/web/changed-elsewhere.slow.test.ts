// Changes elsewhere of an endpoint that is open. They are shown if nothing was typed, and never
// overwritten before the user agrees.
import { describe, expect, test } from 'vitest'
import {
  action,
  chooseMore,
  dataField,
  exact,
  names,
  openEndpoint,
  openOrders,
  row,
  shownData,
  typeData,
  unsavedMark,
} from './lib/endpoints.ts'
import { holdBack, type Opened } from './lib/page.ts'

async function remove({ daemon }: Opened, name: string): Promise<void> {
  await fetch(`${daemon.url}/api/endpoint/${name}`, { method: 'DELETE' })
}

describe('a change elsewhere', () => {
  test('a change elsewhere is shown at once if nothing was typed', async () => {
    const opened = await openOrders()
    const { page, daemon } = opened
    await daemon.add('{"name":"orders","data":{"theirs":1},"statusCode":404,"delay":3}')
    await expect.poll(() => shownData(page)).toBe('{"theirs":1}')
    expect(await page.getByLabel('Status').inputValue()).toBe('404 Not Found')
    expect(await page.getByLabel('Delay').inputValue()).toBe('3 ms')
    expect(await page.getByTitle(unsavedMark).count()).toBe(0)
  })

  test('a change elsewhere is announced before a save, and overwritten only on request', async () => {
    const { page, daemon } = await openOrders()
    await typeData(page, exact)
    await daemon.add('{"name":"orders","data":{"theirs":1}}')
    await page.getByText('orders was changed elsewhere since you opened it.').waitFor()
    await page.keyboard.press('ControlOrMeta+s')
    await action(page, 'Overwrite').waitFor()
    expect(await shownData(page)).toBe(exact)
    expect(await daemon.read('/endpoint/orders')).toBe('{"theirs":1}')
    await action(page, 'Overwrite').press('Enter')
    await page.getByText('Replaced orders.').waitFor()
    expect(await daemon.read('/endpoint/orders')).toBe(exact)
    await page.getByRole('button', { name: 'Undo' }).press('Enter')
    await page.getByText('orders is back.').waitFor()
    expect(await daemon.read('/endpoint/orders')).toBe('{"theirs":1}')
    await expect.poll(() => shownData(page)).toBe(exact)
  })

  test('Undo of a removal leaves what others have added since', async () => {
    const opened = await openOrders()
    const { page, daemon } = opened
    for (const id of ['p', 'q']) {
      await daemon.addRule(`{"id":"${id}","endpoint":"orders","response":{"statusCode":201}}`)
    }
    const undo = page.getByRole('button', { name: 'Undo' })
    await chooseMore(page, 'Remove')
    // The message stays while it has focus.
    await undo.focus()
    await daemon.addRule('{"id":"p","endpoint":"elsewhere","response":{"statusCode":499}}')
    await undo.press('Enter')
    await page.getByText('orders is back, without p, which others have added since.').waitFor()
    expect(JSON.parse(await daemon.read('/api/rule/p')).endpoint).toBe('elsewhere')
    expect(JSON.parse(await daemon.read('/api/rule/q')).endpoint).toBe('orders')
    await row(page, 'orders').click()
    await chooseMore(page, 'Remove')
    await undo.last().focus()
    await daemon.add('{"name":"orders","data":"NEW"}')
    await undo.last().press('Enter')
    await page.getByText('orders was changed elsewhere since, so it stays as it is.').waitFor()
    expect(await daemon.read('/endpoint/orders')).toBe('"NEW"')
  })

  test('Save detects a change elsewhere that the page has not noticed yet', async () => {
    const { page, daemon } = await openOrders()
    await typeData(page, exact)
    await daemon.add('{"name":"orders","data":{"theirs":1}}')
    await page.keyboard.press('ControlOrMeta+s')
    await action(page, 'Overwrite').waitFor()
    expect(await daemon.read('/endpoint/orders')).toBe('{"theirs":1}')
  })

  test('a change elsewhere is detected when the endpoint is opened again', async () => {
    const opened = await openOrders()
    const { page, daemon } = opened
    await typeData(page, exact)
    await openEndpoint(opened, 'users')
    await daemon.add('{"name":"orders","data":{"theirs":1}}')
    await row(page, 'orders').click()
    await action(page, 'Overwrite').waitFor()
    expect(await shownData(page)).toBe(exact)
  })

  test('“Show theirs” shows a change elsewhere instead of the typed text, and Undo restores it', async () => {
    const { page, daemon } = await openOrders()
    await typeData(page, exact)
    await daemon.add('{"name":"orders","data":{"theirs":1}}')
    await action(page, 'Show theirs').press('Enter')
    await expect.poll(() => shownData(page)).toBe('{"theirs":1}')
    expect(await page.getByTitle(unsavedMark).count()).toBe(0)
    await page.getByRole('button', { name: 'Undo' }).press('Enter')
    await expect.poll(() => shownData(page)).toBe(exact)
    await action(page, 'Overwrite').waitFor()
  })

  test('a change elsewhere that equals the typed text is not a conflict', async () => {
    const { page, daemon } = await openOrders()
    await typeData(page, exact)
    await daemon.add(`{"name":"orders","data":${exact}}`)
    await page.getByTitle(unsavedMark).waitFor({ state: 'detached' })
    expect(await action(page, 'Overwrite').count()).toBe(0)
  })

  test('a change elsewhere that is found while a long text is edited keeps the typed text', async () => {
    const opened = await openOrders()
    const { page, daemon } = opened
    const long = 'x'.repeat(120_000)
    await daemon.add(`{"name":"long","data":"${long}"}`)
    await openEndpoint(opened, 'long')
    let answer = (): void => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    const look = /\/api\/endpoint\?prefix=long/
    await page.route(look, async (route) => {
      const response = await route.fetch()
      await held
      await route.fulfill({ response })
    })
    await daemon.add(`{"name":"long","data":"theirs ${long}"}`)
    await page.waitForRequest(look)
    await dataField(page).press('ControlOrMeta+Home')
    await page.keyboard.insertText('mine')
    answer()
    await page.getByText('long was changed elsewhere since you opened it.').waitFor()
    expect((await shownData(page)).startsWith('mine')).toBe(true)
  })

  test('a change after the warning is not overwritten without another warning', async () => {
    const { page, daemon } = await openOrders({ hasClock: true })
    await typeData(page, exact)
    await page.clock.install()
    await page.reload()
    await dataField(page).waitFor()
    // From now on, only Save checks for changes.
    await page.clock.pauseAt(Date.now() + 60_000)
    await daemon.add('{"name":"orders","data":{"theirs":1}}')
    await page.keyboard.press('ControlOrMeta+s')
    await action(page, 'Overwrite').waitFor()
    await daemon.add('{"name":"orders","data":{"theirs":2}}')
    const looking = page.waitForResponse((response) => response.url().includes('/api/endpoint?'))
    await action(page, 'Overwrite').press('Enter')
    await (await looking).finished()
    // When the page has read another response, it has read this one, too.
    await page.evaluate(async () => (await fetch('/api/health')).text())
    await action(page, 'Show theirs').press('Enter')
    await expect.poll(() => shownData(page)).toBe('{"theirs":2}')
    expect(await daemon.read('/endpoint/orders')).toBe('{"theirs":2}')
  })
})

describe('a removal elsewhere', () => {
  test('a removal elsewhere is announced, and the typed text can be added again', async () => {
    const opened = await openOrders()
    const { page, daemon } = opened
    await typeData(page, exact)
    await remove(opened, 'orders')
    await page.getByText('orders was removed elsewhere.').waitFor()
    await page.getByRole('link', { name: 'orders unsaved' }).waitFor()
    await page.keyboard.press('ControlOrMeta+s')
    await action(page, 'Add it again').press('Enter')
    await page.getByText('Saved orders.').waitFor()
    expect(await daemon.read('/endpoint/orders')).toBe(exact)
    expect(await page.getByText('was removed elsewhere').count()).toBe(0)
  })

  test('“Add it again” adds a removed endpoint although a save is still checking', async () => {
    const opened = await openOrders()
    const { page, daemon } = opened
    await typeData(page, exact)
    await remove(opened, 'orders')
    await page.getByText('orders was removed elsewhere.').waitFor()
    const look = /\/api\/endpoint\?prefix=orders/
    const answer = await holdBack(page, look)
    const looking = page.waitForRequest(look)
    await page.keyboard.press('ControlOrMeta+s')
    await looking
    await action(page, 'Add it again').press('Enter')
    answer()
    await page.getByText('Saved orders.').waitFor()
    expect(await daemon.read('/endpoint/orders')).toBe(exact)
  })

  test('a removal elsewhere is detected after a reload, and the typed text is kept', async () => {
    const opened = await openOrders()
    const { page } = opened
    await typeData(page, exact)
    await row(page, 'orders').getByTitle(unsavedMark).waitFor()
    await remove(opened, 'orders')
    await page.reload()
    await page.getByText('orders was removed elsewhere.').waitFor()
    await expect.poll(() => shownData(page)).toBe(exact)
    await action(page, 'Discard').press('Enter')
    await expect.poll(() => names(page)).toEqual(['users'])
  })
})
