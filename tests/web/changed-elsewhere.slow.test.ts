// What others do to an endpoint that is open: it is shown where nothing was typed, and never
// overwritten before somebody has agreed to it.
import { describe, expect, test } from 'vitest'
import {
  action,
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
  test('is shown at once where nothing was typed', async () => {
    const opened = await openOrders()
    const { page, daemon } = opened
    await daemon.add('{"name":"orders","data":{"theirs":1},"statusCode":404,"delay":3}')
    await expect.poll(() => shownData(page)).toBe('{"theirs":1}')
    expect(await page.getByLabel('Status').inputValue()).toBe('404 Not Found')
    expect(await page.getByLabel('Delay').inputValue()).toBe('3 ms')
    expect(await page.getByTitle(unsavedMark).count()).toBe(0)
  })

  test('is said before anything is saved, and overwritten only when that is asked for', async () => {
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

  test('is found by Save, when nobody has looked since', async () => {
    const { page, daemon } = await openOrders()
    await typeData(page, exact)
    await daemon.add('{"name":"orders","data":{"theirs":1}}')
    await page.keyboard.press('ControlOrMeta+s')
    await action(page, 'Overwrite').waitFor()
    expect(await daemon.read('/endpoint/orders')).toBe('{"theirs":1}')
  })

  test('is found when the endpoint is opened again', async () => {
    const opened = await openOrders()
    const { page, daemon } = opened
    await typeData(page, exact)
    await openEndpoint(opened, 'users')
    await daemon.add('{"name":"orders","data":{"theirs":1}}')
    await row(page, 'orders').click()
    await action(page, 'Overwrite').waitFor()
    expect(await shownData(page)).toBe(exact)
  })

  test('is shown instead of what was typed, which can be had back', async () => {
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

  test('that comes to the same as what was typed is none', async () => {
    const { page, daemon } = await openOrders()
    await typeData(page, exact)
    await daemon.add(`{"name":"orders","data":${exact}}`)
    await page.getByTitle(unsavedMark).waitFor({ state: 'detached' })
    expect(await action(page, 'Overwrite').count()).toBe(0)
  })

  test('that is found while a long text is typed wipes nothing', async () => {
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

  test('between a warning and an agreement is a change of its own', async () => {
    const { page, daemon } = await openOrders({ hasClock: true })
    await typeData(page, exact)
    await page.clock.install()
    await page.reload()
    await dataField(page).waitFor()
    // From now on nobody looks but Save.
    await page.clock.pauseAt(Date.now() + 60_000)
    await daemon.add('{"name":"orders","data":{"theirs":1}}')
    await page.keyboard.press('ControlOrMeta+s')
    await action(page, 'Overwrite').waitFor()
    await daemon.add('{"name":"orders","data":{"theirs":2}}')
    const looking = page.waitForResponse((response) => response.url().includes('/api/endpoint?'))
    await action(page, 'Overwrite').press('Enter')
    await (await looking).finished()
    // The page has read it by the time that it has read something else.
    await page.evaluate(async () => (await fetch('/api/health')).text())
    await action(page, 'Show theirs').press('Enter')
    await expect.poll(() => shownData(page)).toBe('{"theirs":2}')
    expect(await daemon.read('/endpoint/orders')).toBe('{"theirs":2}')
  })
})

describe('a removal elsewhere', () => {
  test('is said, and what was typed is added again', async () => {
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

  test('is added again when that is asked for while a save still looks', async () => {
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

  test('is found after a reload, with what was typed', async () => {
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
