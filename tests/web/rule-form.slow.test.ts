// The form of a rule: fields instead of JSON, which is on another tab.
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openOrders } from './lib/endpoints.ts'
import { ruleOf, rulesOf, showJson } from './lib/rules.ts'

test('a rule is filled in, saved, and shown in the form again', async () => {
  const { page, daemon, complaints } = await openOrders()
  const form = await begin(page)
  await form.getByLabel('Method').fill('post, put')
  await form.getByLabel('Path', { exact: true }).fill('/:id/*')
  await form.getByRole('button', { name: 'Add a condition' }).click()
  await page.keyboard.insertText('page')
  await form.getByLabel('Value: Query page').fill('2')
  await form.getByRole('button', { name: 'Add a condition' }).click()
  await form.getByLabel('Where: Query', { exact: true }).selectOption('JSON at')
  await form.getByLabel('Name: JSON at', { exact: true }).fill('/customer')
  await form.getByLabel('How: JSON at /customer').selectOption('matches')
  await form.getByLabel('Value: JSON at /customer').fill('^A')
  await form.getByLabel('Status').fill('too many')
  await form.getByLabel('Delay').fill('1 to 2 s')
  await form.getByLabel('Times').fill('3')
  await form.getByLabel('Headers').fill('retry-after: 1\nx-a: b: c')
  await typeData(form, page, '{"error": 1.10}')
  await form.getByLabel('Fill in values of the request').uncheck()
  await form.getByRole('button', { name: 'Add rule' }).click()
  const saved = rulesOf(page).getByRole('listitem').first()
  await saved.waitFor()
  const { rules } = JSON.parse(await daemon.read('/api/rule?endpoint=orders')) as {
    rules: object[]
  }
  expect(rules[0]).toMatchObject({
    when: {
      method: ['POST', 'PUT'],
      path: '/:id/*',
      query: { page: '2' },
      jsonAt: { '/customer': { matches: '^A' } },
    },
    response: {
      statusCode: 429,
      delay: [1000, 2000],
      headers: { 'retry-after': '1', 'x-a': 'b: c' },
    },
    times: 3,
  })
  await saved.getByRole('button', { name: 'Edit' }).press('Enter')
  const again = saved.getByRole('form', { name: 'Rule' })
  expect(await again.getByLabel('Method').inputValue()).toBe('POST, PUT')
  expect(await again.getByLabel('Delay').inputValue()).toBe('1000 to 2000 ms')
  expect(await again.getByLabel('Status').inputValue()).toBe('429 Too Many Requests')
  expect(await again.locator('.cm-content').textContent()).toBe('{"error": 1.10}')
  expect(complaints).toEqual([])
})

test('the form and the JSON edit the same text, and a field changes only its own part', async () => {
  const { page } = await openOrders()
  const form = await begin(page)
  await form.getByLabel('Status').fill('404')
  await showJson(form)
  const before = `{  "endpoint": "orders",  "when": { "method": "GET", "path": "/" },  "response": { "statusCode": 404, "data": { "error": "busy" } }}`
  await expect.poll(() => form.locator('.cm-content').textContent()).toBe(before)
  await form.getByRole('tab', { name: 'Form' }).click()
  await form.getByLabel('Path', { exact: true }).fill('')
  await showJson(form)
  await expect
    .poll(() => form.locator('.cm-content').textContent())
    .toBe(before.replace(', "path": "/"', ''))
  await form.getByRole('tab', { name: 'Form' }).click()
  await form.getByLabel('Headers').press('ControlOrMeta+s')
  await rulesOf(page).getByRole('listitem').first().getByText('404').waitFor()
})

test('no typed text is lost when a condition is renamed or the kind of body changes', async () => {
  const { page } = await openOrders()
  const form = await begin(page)
  const add = async (name: string, value: string): Promise<void> => {
    await form.getByRole('button', { name: 'Add a condition' }).click()
    await form.getByLabel('Name: Query', { exact: true }).pressSequentially(name)
    await form.getByLabel(`Value: Query ${name}`, { exact: true }).fill(value)
  }
  await add('p', '1')
  await add('page', '2')
  await form.getByLabel('Name: Query p', { exact: true }).fill('page')
  await form.getByText('There is a condition of this name.').waitFor()
  await form.getByLabel('Name: Query p', { exact: true }).pressSequentially('s')
  await form.getByText('There is a condition of this name.').waitFor({ state: 'detached' })
  expect(await form.getByLabel('Value: Query pages').inputValue()).toBe('1')
  await typeData(form, page, '[1.10]')
  const kind = form.getByLabel('Body', { exact: true })
  await kind.selectOption('Text')
  await form.getByLabel('Text', { exact: true }).fill('text')
  await kind.selectOption('JSON')
  await expect.poll(() => form.locator('.cm-content').textContent()).toBe('[1.10]')
  await kind.selectOption('Text')
  expect(await form.getByLabel('Text', { exact: true }).inputValue()).toBe('text')
  await showJson(form)
  await expect
    .poll(() => form.locator('.cm-content').textContent())
    .toContain('"query": { "pages": "1", "page": "2" }')
})

test('invalid JSON in the data disables the other fields, and is kept as it is', async () => {
  const { page } = await openOrders()
  const form = await begin(page)
  await form.getByLabel('Status').fill('404')
  await typeData(form, page, '[1, 2')
  await expect.poll(() => form.getByLabel('Status').isDisabled()).toBe(true)
  await form.getByRole('button', { name: 'Add rule' }).click()
  await form.getByText(/Line 1, column/).waitFor()
  await page.reload()
  const kept = rulesOf(page).getByRole('form', { name: 'New rule' })
  await expect
    .poll(() => kept.locator('.cm-content').textContent())
    .toContain('"statusCode": 404, "data": [1, 2')
  await kept.getByRole('tab', { name: 'Form' }).click()
  await kept.getByText('This is not JSON. Its JSON shows all of it.').waitFor()
})

test('a rule with members that have no field opens as JSON, and the form shows why', async () => {
  const { page, daemon } = await openOrders()
  await daemon.addRule('{"id":"turns","endpoint":"orders","responses":[{"data":1},{"data":2}]}')
  await page.getByRole('button', { name: 'Edit rule turns' }).press('Enter')
  const form = ruleOf(page, 'turns').getByRole('form', { name: 'Rule' })
  await form.getByLabel('Rule, as JSON').waitFor()
  await form.getByRole('tab', { name: 'Form' }).click()
  await form.getByText('The form has no field for responses. Its JSON shows all of it.').waitFor()
})

async function begin(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Add a rule' }).press('Enter')
  const form = rulesOf(page).getByRole('form', { name: 'New rule' })
  await form.getByLabel('Method').waitFor()
  return form
}

/** Replaces the data in the form. */
async function typeData(form: Locator, page: Page, text: string): Promise<void> {
  await form.getByLabel('Data to answer, as JSON').press('ControlOrMeta+a')
  await page.keyboard.insertText(text)
}
