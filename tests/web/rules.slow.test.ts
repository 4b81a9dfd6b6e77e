// The rules of an endpoint in the web UI: their order, conditions, responses and uses.
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { action, chooseMore, exact, nameField, openOrders, row } from './lib/endpoints.ts'
import { openPage } from './lib/page.ts'
import { beginRule, editRule, ids, rulesOf, shownRules, typeRule } from './lib/rules.ts'

describe('the list of rules', () => {
  test('rules are listed in words, in the order in which they are tried, with their uses', async () => {
    const { page, daemon, complaints } = await openPage()
    await daemon.add('{"name":"orders","data":[1]}')
    const rules = [
      '{"id":"later","endpoint":"orders","when":{"method":["GET","PUT"],"query":{"page":"2","all":null},"headers":{"accept":"text/html"}},"response":{"statusCode":503,"delay":[1000,2000],"headers":{"a":"b"}}}',
      '{"id":"first","endpoint":"orders","when":{"method":"POST","path":"/","json":{"total":1.10}},"response":{"data":12345678901234567890,"hold":true}}',
      '{"id":"turns","endpoint":"orders","responses":[{"fault":"reset"},{"statusCode":429}]}',
      '{"id":"twice","endpoint":"orders","response":{"events":[{"data":1},{"data":2}]},"times":2,"chance":0.25}',
      '{"id":"asked","endpoint":"orders","when":{"query":{"page":"3"}},"response":{}}',
    ]
    for (const rule of rules) await daemon.addRule(rule)
    await page.goto(`${daemon.url}/#/endpoint/orders`)
    await expect
      .poll(() => textsOf(items(page)))
      .toEqual([
        'Every request Answers: 2 responses in turn fault reset 429 turns not used yet, 2 left',
        'Every request Answers: 2 events 25 % of them twice not used yet, 2 left',
        'Requests when ?page=3 Answers: as the default response asked not used yet',
        'POST / when json is {"total":1.10} Answers: hold 12345678901234567890 first not used yet',
        'GET or PUT when ?page=2 when no ?all when accept: text/html Answers: 503 after 1 s to 2 s 1 header later not used yet',
      ])
    await daemon.read('/endpoint/orders').catch(() => {})
    await items(page).nth(0).getByText('used once, 1 left').waitFor()
    await daemon.read('/endpoint/orders')
    const over = items(page).nth(0).and(page.locator('.over'))
    await over.getByText('used 2 times, used up').waitFor()
    await page.reload()
    await over.getByText('used 2 times, used up').waitFor()
    await fetch(`${daemon.url}/api/reset`, { method: 'POST' })
    await expect.poll(() => textsOf(items(page))).toHaveLength(3)
    expect(complaints).toEqual([])
  })

  test('the list of endpoints links to a name with only rules, and its rules are shown', async () => {
    const { page, daemon } = await openPage()
    await page.getByRole('heading', { name: 'No endpoints yet' }).waitFor()
    await daemon.add('{"name":"orders","data":1}')
    await daemon.addRule('{"endpoint":"orders","response":{"statusCode":404}}')
    await daemon.addRule('{"endpoint":"stripe","when":{"path":"/v1/*"},"response":{"data":1}}')
    await page.reload()
    await page.getByRole('heading', { name: 'Rules alone' }).waitFor()
    expect(await page.locator('.list .name').allTextContents()).toEqual(['orders', 'stripe'])
    await page.getByRole('link', { name: 'stripe' }).press('Enter')
    await page.getByRole('heading', { name: 'stripe' }).and(page.locator(':focus')).waitFor()
    await page.getByText('This name has only rules, for this URL').waitFor()
    await page.getByText(`${daemon.url}/endpoint/stripe`, { exact: true }).waitFor()
    await page.getByRole('heading', { name: '/v1/*' }).waitFor()
    await page.getByRole('searchbox').fill('ord')
    await expect.poll(() => page.locator('.list .name').allTextContents()).toEqual(['orders'])
    await page.getByRole('link', { name: 'Add the endpoint' }).press('Enter')
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('stripe')
  })

  test('a name without an endpoint or rule shows a message and a link to add it', async () => {
    const { page } = await openPage({ at: '#/endpoint/unknown' })
    await page.getByText('This name has neither an endpoint nor a rule.').waitFor()
    await page.getByRole('link', { name: 'Add the endpoint' }).press('Enter')
    await expect.poll(() => nameField(page).inputValue()).toBe('unknown')
  })

  test('rules appear with the rest of the endpoint, so that nothing below the header moves', async () => {
    const { page, daemon } = await openPage()
    await daemon.add('{"name":"orders","data":1}')
    for (let i = 0; i < 5; i++)
      await daemon.addRule('{"endpoint":"orders","response":{"statusCode":201}}')
    await page.addInitScript(noteShifts)
    await page.goto(`${daemon.url}/?again#/endpoint/orders`)
    await page.getByLabel('Data, as JSON').waitFor()
    await daemon.read('/endpoint/orders')
    await items(page).first().getByText('used once').waitFor()
    expect(await page.evaluate(() => Reflect.get(globalThis, 'shifts'))).toEqual([])
  })

  test('the rules of a new address are shown although the page is drawn before `hashchange`', async () => {
    const { page, daemon } = await openOrders()
    await daemon.addRule('{"id":"mine","endpoint":"users","response":{"statusCode":201}}')
    await page.evaluate(() => {
      location.hash = '#/endpoint/users/rule/mine'
      // This draws the page, and `hashchange` comes later.
      const field = document.querySelector<HTMLInputElement>('[type=search]')
      if (field) field.value = 'u'
      field?.dispatchEvent(new Event('input', { bubbles: true }))
    })
    await expect.poll(() => nameField(page).inputValue()).toBe('users')
    await expect
      .poll(() => rulesOf(page).locator('.counts code').allTextContents())
      .toEqual(['mine'])
  })

  test('rules are loaded a hundred at a time', async () => {
    const { page, daemon } = await openPage()
    for (let i = 0; i < 130; i++)
      await daemon.addRule(`{"endpoint":"many","response":{"data":${i}}}`)
    await page.goto(`${daemon.url}/#/endpoint/many`)
    await expect.poll(() => items(page).count()).toBe(100)
    await page.getByRole('button', { name: 'Show more rules' }).press('Enter')
    await expect.poll(() => items(page).count()).toBe(130)
  })
})

/** Runs in the page. Records the elements that layout shifts move. */
function noteShifts(): void {
  const shifts: string[] = []
  Reflect.set(globalThis, 'shifts', shifts)
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, sources } = entry as PerformanceEntry & {
        value: number
        sources: { node: Element | null }[]
      }
      const moved = sources
        .filter(({ node }) => node?.parentElement?.closest('main'))
        .map(({ node }) => `${node?.nodeName} ${node?.textContent?.slice(0, 40)}`)
      if (moved.length > 0) shifts.push(`${value}: ${moved.join(', ')}`)
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

function items(page: Page): Locator {
  return rulesOf(page).getByRole('listitem')
}

async function textsOf(found: Locator): Promise<string[]> {
  const texts = await found.allInnerTexts()
  return texts.map((text) =>
    text
      .split(/\s+/)
      .join(' ')
      .replace(/ On Edit Remove$/, ''),
  )
}

test('the rules of an endpoint stay with it when it is renamed, removed and restored', async () => {
  const { page, daemon } = await openPage()
  await daemon.add('{"name":"before","data":1}')
  for (const id of ['a', 'b'])
    await daemon.addRule(`{"id":"${id}","endpoint":"before","response":{"data":${exact}}}`)
  for (const id of ['c', 'd'])
    await daemon.addRule(`{"id":"${id}","endpoint":"before","response":{"data":1},"times":1}`)
  const order = ['c', 'd', 'b', 'a']
  await page.goto(`${daemon.url}/#/endpoint/before`)
  await expect.poll(() => ids(page)).toEqual(order)
  await nameField(page).fill('after')
  await action(page, 'Save').press('Enter')
  await page.getByRole('heading', { name: 'after', exact: true }).waitFor()
  await expect.poll(() => ids(page)).toEqual(order)
  await chooseMore(page, 'Remove')
  // The message stays while it has focus.
  await page.getByRole('button', { name: 'Undo' }).focus()
  await expect
    .poll(async () => JSON.parse(await daemon.read('/api/rule')))
    .toMatchObject({ rules: [] })
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await page.getByText('after is back.').waitFor()
  const { rules } = JSON.parse(await daemon.read('/api/rule?endpoint=after'))
  expect(rules.map(({ id }: { id: string }) => id)).toEqual(order)
})

test('unsaved text of rules moves with them when their endpoint is renamed', async () => {
  const { page, daemon } = await openPage()
  await daemon.add('{"name":"before","data":1}')
  await daemon.addRule('{"id":"a","endpoint":"before","response":{"data":1}}')
  await page.goto(`${daemon.url}/#/endpoint/before`)
  await beginRule(page)
  await typeRule(page, 'New rule', '{"begun":1}')
  await editRule(page, 'a')
  await typeRule(page, 'Rule', '{ "id":"a", "endpoint":"before", "response":{"data":2}}')
  await nameField(page).fill('after')
  await action(page, 'Save').first().press('Enter')
  await page.getByRole('heading', { name: 'after', exact: true }).waitFor()
  const moved = ['{"begun":1}', '{ "id":"a", "endpoint":"after", "response":{"data":2}}']
  await expect.poll(() => shownRules(page)).toEqual(moved)
  await page.reload()
  await expect.poll(() => shownRules(page)).toEqual(moved)
  await page.getByRole('button', { name: 'Save rule' }).press('Enter')
  await page.getByText('Saved rule a.').waitFor()
  expect(JSON.parse(await daemon.read('/api/rule/a'))).toMatchObject({ endpoint: 'after' })
  await row(page, 'before').waitFor({ state: 'detached' })
})
