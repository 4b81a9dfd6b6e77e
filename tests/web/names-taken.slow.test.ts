// Names that are taken: no endpoint is overwritten silently, and Undo restores a replaced one.
import { expect, test } from 'vitest'
import {
  action,
  chooseMore,
  dataField,
  exact,
  nameField,
  names,
  openEndpoint,
  row,
  shownData,
  typeData,
} from './lib/endpoints.ts'
import { expectFocusOn } from './lib/keyboard.ts'
import { type Opened, openPage } from './lib/page.ts'

const theirs = `{"name":"taken","data":{ "exact" : ${exact} },"statusCode":418,"delay":7}`
const question = 'taken already exists. Open it or replace it?'

async function openNew(): Promise<Opened> {
  const opened = await openPage({ at: '#/new' })
  await opened.daemon.add(theirs)
  await nameField(opened.page).fill('taken')
  await typeData(opened.page, '["mine"]')
  await opened.page.keyboard.press('ControlOrMeta+s')
  await opened.page.getByText(question).waitFor()
  expect(await opened.daemon.read('/api/endpoint/taken')).toBe(theirs)
  return opened
}

test('adding a taken name can open the existing endpoint, and the draft is kept', async () => {
  const { page, daemon } = await openNew()
  await page.getByRole('link', { name: 'Open it' }).press('Enter')
  await expect.poll(() => shownData(page)).toBe(`{ "exact" : ${exact} }`)
  await page.getByRole('link', { name: 'New: taken unsaved' }).click()
  await expect.poll(() => shownData(page)).toBe('["mine"]')
  expect(await daemon.read('/api/endpoint/taken')).toBe(theirs)
})

test('adding a taken name can replace the existing endpoint, and Undo restores it exactly', async () => {
  const { page, daemon } = await openNew()
  await action(page, 'Replace it').press('Enter')
  await page.getByText('Replaced taken.').waitFor()
  expect(await daemon.read('/endpoint/taken')).toBe('["mine"]')
  // The endpoint that opens takes the focus.
  await expectFocusOn(page.getByRole('heading', { name: 'taken' }))
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await page.getByText('taken is back.').waitFor()
  expect(await daemon.read('/api/endpoint/taken')).toBe(theirs)
  await page.getByRole('link', { name: 'New: taken unsaved' }).click()
  await expect.poll(() => shownData(page)).toBe('["mine"]')
})

test('the question about a taken name disappears when a free name is typed', async () => {
  const { page, daemon } = await openNew()
  await nameField(page).fill('free')
  await page.getByText(question).waitFor({ state: 'detached' })
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'free' }).waitFor()
  await expect.poll(() => names(page)).toEqual(['free', 'taken'])
  expect(await daemon.read('/api/endpoint/taken')).toBe(theirs)
})

test('an endpoint that changes after the question is not replaced without another question', async () => {
  const { page, daemon } = await openNew()
  const changed = '{"name":"taken","data":"newer","statusCode":200,"delay":0}'
  await daemon.add(changed)
  await action(page, 'Replace it').press('Enter')
  await action(page, 'Replace it').waitFor()
  await page.getByText(question).waitFor()
  expect(await daemon.read('/api/endpoint/taken')).toBe(changed)
})

test('renaming to a taken name asks, and Undo restores both endpoints and the rules', async () => {
  const opened = await openPage()
  const { page, daemon } = opened
  const mine = `{"name":"mine","data":[ ${exact} ],"statusCode":201,"delay":1}`
  await daemon.add(theirs)
  await daemon.add(mine)
  await daemon.addRule('{"id":"of-mine","endpoint":"mine","response":{"statusCode":503}}')
  await openEndpoint(opened, 'mine')
  await nameField(page).fill('taken')
  await page.keyboard.press('Enter')
  await page.getByText(question).waitFor()
  await expect.poll(() => names(page)).toEqual(['mine', 'taken'])
  expect(await daemon.read('/api/endpoint/taken')).toBe(theirs)
  await action(page, 'Replace it').press('Enter')
  await expectFocusOn(page.getByRole('heading', { name: 'taken' }))
  // The message stays while it has focus.
  await page.getByRole('button', { name: 'Undo' }).focus()
  await expect.poll(() => names(page)).toEqual(['taken'])
  expect(await daemon.read('/api/endpoint/taken')).toBe(mine.replace('"mine"', '"taken"'))
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect.poll(() => names(page)).toEqual(['mine', 'taken'])
  expect(await daemon.read('/api/endpoint/taken')).toBe(theirs)
  expect(await daemon.read('/api/endpoint/mine')).toBe(mine)
  const { rules } = JSON.parse(await daemon.read('/api/rule'))
  expect(rules).toMatchObject([{ id: 'of-mine', endpoint: 'mine' }])
})

test('a rename that fails changes nothing', async () => {
  const opened = await openPage()
  const { page, daemon } = opened
  await daemon.add('{"name":"orders","data":1}')
  await daemon.addRule('{"id":"of-orders","endpoint":"orders","response":{"statusCode":503}}')
  await openEndpoint(opened, 'orders')
  await page.route('**/api/import', (route) => route.abort())
  await nameField(page).fill('renamed')
  await page.keyboard.press('Enter')
  await page.locator('.endpoint > .fault').waitFor()
  await expect.poll(() => names(page)).toEqual(['orders'])
  const { rules } = JSON.parse(await daemon.read('/api/rule'))
  expect(rules).toMatchObject([{ id: 'of-orders', endpoint: 'orders' }])
})

test('a rename that cannot remove the old endpoint shows a message', async () => {
  const opened = await openPage()
  const { page, daemon } = opened
  await daemon.add('{"name":"orders","data":1}')
  await daemon.addRule('{"id":"of-orders","endpoint":"orders","response":{"statusCode":503}}')
  await openEndpoint(opened, 'orders')
  await page.route('**/api/endpoint/orders', (route) => route.abort())
  await nameField(page).fill('renamed')
  await page.keyboard.press('Enter')
  await page.getByText('renamed is there, but orders could not be removed: ').waitFor()
  await expect.poll(() => names(page)).toEqual(['orders', 'renamed'])
  const { rules } = JSON.parse(await daemon.read('/api/rule'))
  expect(rules).toMatchObject([{ id: 'of-orders', endpoint: 'renamed' }])
})

test('duplicating an endpoint twice gives two different names', async () => {
  const opened = await openPage()
  const { page, daemon } = opened
  await daemon.add(theirs)
  for (const copy of ['taken-copy', 'taken-copy-2']) {
    await openEndpoint(opened, 'taken')
    await chooseMore(page, 'Duplicate')
    await expect.poll(() => nameField(page).inputValue()).toBe(copy)
    await dataField(page).waitFor()
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByRole('heading', { name: copy, exact: true }).waitFor()
    expect(await daemon.read(`/api/endpoint/${copy}`)).toBe(theirs.replace('"taken"', `"${copy}"`))
  }
  expect(await daemon.read('/api/endpoint/taken')).toBe(theirs)
})

test('a duplicate contains unsaved changes', async () => {
  const opened = await openPage()
  const { page, daemon } = opened
  await daemon.add('{"name":"orders","data":1}')
  await openEndpoint(opened, 'orders')
  await typeData(page, exact)
  await chooseMore(page, 'Duplicate')
  await expect.poll(() => nameField(page).inputValue()).toBe('orders-copy')
  await expect.poll(() => shownData(page)).toBe(exact)
})

test('a duplicate gets copies of the rules, in their order, also after a reload', async () => {
  const opened = await openPage()
  const { page, daemon } = opened
  await daemon.add('{"name":"orders","data":1}')
  await daemon.addRule('{"id":"all","endpoint":"orders","response":{"statusCode":503}}')
  await daemon.addRule(
    '{"id":"posts","endpoint":"orders","when":{"method":"POST"},"response":{"data":1.10}}',
  )
  await daemon.addRule('{"id":"once","endpoint":"orders","times":1,"response":{"statusCode":500}}')
  await openEndpoint(opened, 'orders')
  await chooseMore(page, 'Duplicate')
  await nameField(page).fill('orders/copy')
  await action(page, 'Add endpoint').press('Enter')
  await page.getByText('The name must not hold').waitFor()
  await nameField(page).fill('bills')
  await page.reload()
  await action(page, 'Add endpoint').press('Enter')
  await page.getByText('Saved bills with 3 rules.').waitFor()
  const rulesOf = async (name: string) => {
    const { rules } = JSON.parse(await daemon.read(`/api/rule?endpoint=${name}`))
    return rules.map((rule: object) => ({ ...rule, id: '', endpoint: '' }))
  }
  expect(await rulesOf('bills')).toEqual(await rulesOf('orders'))
  expect(await rulesOf('bills')).toMatchObject([{ times: 1 }, { when: { method: 'POST' } }, {}])
  // A later save adds no more copies.
  await typeData(page, '2')
  await action(page, 'Save').press('Enter')
  await expect.poll(() => daemon.read('/api/endpoint/bills')).toContain('"data":2')
  expect(await rulesOf('bills')).toHaveLength(3)
})

test('spaces at the ends of a name are visible in the list, and described at the field', async () => {
  const opened = await openPage()
  const { page, daemon } = opened
  await daemon.add('{"name":"orders","data":1}')
  await daemon.add('{"name":" orders","data":2}')
  await daemon.add('{"name":"orders  ","data":3}')
  await expect.poll(() => names(page)).toEqual([' orders', 'orders', 'orders  '])
  const spaces = page.locator('.list .name .space')
  expect(await spaces.count()).toBe(3)
  const shown = await spaces.first().evaluate((one) => getComputedStyle(one, '::before').content)
  expect(shown).toBe('"␣"')
  await row(page, 'orders  ').click()
  await page.getByText('The name ends with a space.').waitFor()
  await nameField(page).fill(' orders ')
  await page.getByText('The name begins and ends with a space.').waitFor()
  await nameField(page).fill('orders-2')
  await page.getByText('with a space.').waitFor({ state: 'detached' })
})
