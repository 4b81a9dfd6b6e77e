// Rules on the page: adding, editing, switching off and on, removing and restoring.
import { describe, expect, test } from 'vitest'
import { action, exact, nameField } from './lib/endpoints.ts'
import { expectFocusOn, press, tabTo } from './lib/keyboard.ts'
import { openPage } from './lib/page.ts'
import { beginRule, editRule, ids, ruleOf, rulesOf, typeRule } from './lib/rules.ts'

describe('a rule', () => {
  test('a rule is added by keyboard to a name without a default response, byte for byte', async () => {
    const { page, daemon, complaints } = await openPage({ at: '#/new' })
    await tabTo(nameField(page))
    await page.keyboard.type('stripe')
    await tabTo(action(page, 'More'))
    await press(page, 'Enter')
    await expectFocusOn(page.getByRole('menuitem', { name: 'Only rules' }))
    await press(page, 'Enter')
    await expectFocusOn(page.getByRole('heading', { name: 'stripe' }))
    await tabTo(page.getByRole('button', { name: 'Add a rule' }))
    await press(page, 'Enter')
    await tabTo(page.getByRole('tab', { name: 'Form' }))
    await press(page, 'ArrowRight')
    await tabTo(page.getByLabel('New rule, as JSON'))
    await press(page, 'ControlOrMeta+a')
    await page.keyboard.insertText(`{"id":"a","endpoint":"stripe","response":{"data":${exact}}}`)
    await tabTo(page.getByRole('button', { name: 'Add rule' }))
    await press(page, 'Enter')
    await ruleOf(page, 'a').waitFor()
    await expectFocusOn(page.getByRole('button', { name: 'Add a rule' }))
    expect(await daemon.read('/endpoint/stripe')).toBe(exact)
    await page.locator('.list').getByRole('link', { name: 'stripe' }).waitFor()
    expect(complaints).toEqual([])
  })

  test('the rule that the form suggests works for a name without a default response', async () => {
    const { page, daemon } = await openPage({ at: '#/endpoint/nothing' })
    await beginRule(page)
    await page.getByLabel('New rule, as JSON').press('ControlOrMeta+s')
    await rulesOf(page).getByRole('listitem').waitFor()
    const response = await fetch(`${daemon.url}/endpoint/nothing`)
    expect([response.status, await response.text()]).toEqual([503, '{ "error": "busy" }'])
  })

  test('a rule is edited as the exact JSON from the service, and keeps its place', async () => {
    const { page, daemon } = await openPage()
    await daemon.add('{"name":"orders","data":1}')
    const text = `{"id":"a","endpoint":"orders","when":{"json":{"n":1.0}},"response":{"data":${exact}}}`
    await daemon.addRule(text)
    await daemon.addRule('{"id":"b","endpoint":"orders","when":{"method":"PUT"},"response":{}}')
    await page.goto(`${daemon.url}/#/endpoint/orders`)
    await editRule(page, 'a')
    const editor = page.getByLabel('Rule, as JSON')
    await editor.waitFor()
    expect(await editor.textContent()).toBe(text)
    await page.getByRole('button', { name: 'Save rule' }).press('Enter')
    await page.getByText('Saved rule a.').waitFor()
    await expectFocusOn(page.getByRole('button', { name: 'Edit rule a' }))
    expect(await daemon.read('/api/rule/a')).toBe(`${text.slice(0, -1)},"used":0,"left":null}`)
    await editRule(page, 'a')
    await typeRule(page, 'Rule', text.replace('"id":"a"', '"id":"c"'))
    await page.getByRole('button', { name: 'Save rule' }).press('Enter')
    await expect.poll(() => ids(page)).toEqual(['c', 'b'])
  })

  test('a reload does not ask about a new rule that was cancelled or undone', async () => {
    const { page } = await openPage({ at: '#/endpoint/orders' })
    await beginRule(page)
    await typeRule(page, 'New rule', '{"begun":1}')
    await page.getByRole('button', { name: 'Cancel' }).press('Enter')
    await beginRule(page)
    await typeRule(page, 'New rule', '{"begun":2}')
    await page.keyboard.press('ControlOrMeta+z')
    await page.getByLabel('New rule, as JSON').getByText('"busy"').waitFor()
    const asked: string[] = []
    page.on('dialog', (dialog) => {
      asked.push(dialog.type())
      void dialog.accept()
    })
    await page.reload()
    await page.getByRole('button', { name: 'Add a rule' }).waitFor()
    expect(asked).toEqual([])
  })

  test('a long rule is saved with the text that was typed last', async () => {
    const { page, daemon } = await openPage({ at: '#/endpoint/orders' })
    await beginRule(page)
    const long = `{"id":"a","endpoint":"orders","response":{"data":"${'x'.repeat(120_000)}"}`
    await typeRule(page, 'New rule', `${long}}`)
    const editor = page.getByLabel('New rule, as JSON')
    await editor.press('ArrowLeft')
    await page.keyboard.insertText(',"times":3')
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByText('Saved rule a.').waitFor()
    expect(await daemon.read('/api/rule/a')).toBe(`${long},"times":3,"used":0,"left":3}`)
  })

  test('the form of a rule shows all of its faults and their places', async () => {
    const { page, daemon } = await openPage({ at: '#/endpoint/orders' })
    await beginRule(page)
    const faults = rulesOf(page).getByRole('alert').getByRole('listitem')
    await typeRule(page, 'New rule', '{\n  "endpoint": \n}')
    await page.getByRole('button', { name: 'Add rule' }).press('Enter')
    await rulesOf(page)
      .getByText(/^Line 3, column 1: expected a value, found/)
      .waitFor()
    await typeRule(
      page,
      'New rule',
      '{"endpoint":"orders","response":{"statusCod":1,"delay":-1},"times":0}',
    )
    await page.getByRole('button', { name: 'Add rule' }).press('Enter')
    await expect.poll(() => faults.count()).toBe(3)
    const said = (await faults.allTextContents()).join('\n')
    expect(said).toContain('/response/statusCod is not one of statusCode')
    expect(said).toContain('/response/delay must be a number')
    expect(said).toContain('/times must be an integer')
    expect(JSON.parse(await daemon.read('/api/rule')).rules).toEqual([])
  })

  test('a rule that is used up while it is edited keeps its place and the typed text', async () => {
    const { page, daemon } = await openPage()
    for (const id of ['a', 'b'])
      await daemon.addRule(`{"id":"${id}","endpoint":"orders","response":{"data":1},"times":1}`)
    await page.goto(`${daemon.url}/#/endpoint/orders`)
    await editRule(page, 'a')
    const again = '{"id":"a","endpoint":"orders","response":{"data":2},"times":1}'
    await typeRule(page, 'Rule', again)
    await daemon.read('/endpoint/orders')
    await ruleOf(page, 'a').getByText('used once, used up').waitFor()
    expect(await ids(page)).toEqual(['a', 'b'])
    expect(await page.getByLabel('Rule, as JSON').textContent()).toBe(again)
    await page.getByRole('button', { name: 'Save rule' }).press('Enter')
    await expect.poll(() => ids(page)).toEqual(['b', 'a'])
  })

  test('a rule that is switched off and on again keeps its place and its chance', async () => {
    const { page, daemon } = await openPage()
    await daemon.add('{"name":"orders","data":"record"}')
    for (const id of ['a', 'b'])
      await daemon.addRule(`{"id":"${id}","endpoint":"orders","response":{"data":${exact}}}`)
    const rare = '{"id":"rare","endpoint":"orders","when":{"path":"/x"},"response":{},"chance":0.5'
    await daemon.addRule(`${rare}}`)
    await page.goto(`${daemon.url}/#/endpoint/orders`)
    const order = ['rare', 'b', 'a']
    await expect.poll(() => ids(page)).toEqual(order)
    for (const id of order) await page.getByLabel(`On: rule ${id}`).press('Space')
    for (const id of order) await ruleOf(page, id).getByText(/ off$/).waitFor()
    expect(await daemon.read('/endpoint/orders')).toBe('"record"')
    await page.reload()
    await ruleOf(page, 'rare').getByText(/ off$/).waitFor()
    expect(await ids(page)).toEqual(order)
    for (const id of order) await page.getByLabel(`On: rule ${id}`).press('Space')
    for (const id of order) await ruleOf(page, id).getByText('not used yet').waitFor()
    expect(await ids(page)).toEqual(order)
    expect(await daemon.read('/endpoint/orders')).toBe(exact)
    expect(await daemon.read('/api/rule/rare')).toBe(`${rare},"used":0,"left":null}`)
    expect(JSON.parse(await daemon.read('/api/rule/a'))).not.toHaveProperty('chance')
  })

  test('a rule with an end that is switched off and on answers only what was left', async () => {
    const { page, daemon } = await openPage()
    await daemon.addRule('{"id":"a","endpoint":"turns","responses":[{"data":1},{"data":2}]}')
    await daemon.addRule('{"id":"b","endpoint":"turns","response":{"data":3},"times":2}')
    expect(await daemon.read('/endpoint/turns')).toBe('1')
    await page.goto(`${daemon.url}/#/endpoint/turns`)
    for (const state of [' off', 'not used yet, 1 left']) {
      await page.getByLabel('On: rule a').press('Space')
      await ruleOf(page, 'a').getByText(state).waitFor()
    }
    for (const data of ['2', '3', '3']) expect(await daemon.read('/endpoint/turns')).toBe(data)
  })

  test('Undo of a removal leaves a rule that others have added with its id since', async () => {
    const { page, daemon } = await openPage()
    await daemon.addRule('{"id":"a","endpoint":"orders","response":{"statusCode":201}}')
    await page.goto(`${daemon.url}/#/endpoint/orders`)
    await tabTo(page.getByRole('button', { name: 'Remove rule a' }))
    await press(page, 'Enter')
    await expectFocusOn(page.getByRole('button', { name: 'Undo' }))
    await daemon.addRule('{"id":"a","endpoint":"other","response":{"statusCode":202}}')
    await press(page, 'Enter')
    await page.getByText('Rule a was changed elsewhere since, so it stays as it is.').waitFor()
    expect(JSON.parse(await daemon.read('/api/rule/a')).endpoint).toBe('other')
  })

  test('a rule is removed and restored by keyboard', async () => {
    const { page, daemon } = await openPage()
    const text = `{"id":"a","endpoint":"orders","response":{"data":${exact}}`
    await daemon.addRule(`${text}}`)
    await page.goto(`${daemon.url}/#/endpoint/orders`)
    await tabTo(page.getByRole('button', { name: 'Remove rule a' }))
    await press(page, 'Enter')
    await expectFocusOn(page.getByRole('button', { name: 'Undo' }))
    expect(JSON.parse(await daemon.read('/api/rule')).rules).toEqual([])
    await press(page, 'Enter')
    await page.getByText('Rule a is back').waitFor()
    await ruleOf(page, 'a').waitFor()
    expect(await daemon.read('/api/rule/a')).toBe(`${text},"used":0,"left":null}`)
  })
})
