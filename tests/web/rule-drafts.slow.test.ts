// Unsaved text of a rule is kept, and changes elsewhere are not overwritten before the user agrees.
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { action, exact, nameField, row, unsavedMark } from './lib/endpoints.ts'
import { holdBack, type Opened, openPage } from './lib/page.ts'
import { beginRule, editRule, ruleOf, rulesOf, shownRules, typeRule } from './lib/rules.ts'

const saved = '{"id":"a","endpoint":"orders","response":{"data":"saved"}}'
const theirs = '{"id":"a","endpoint":"orders","response":{"data":"theirs"}}'
const mine = `{"id":"a", "endpoint":"orders", "response":{"data":${exact}}}`

/** Adds an endpoint with the rule `a`, and opens it. */
async function openRule(): Promise<Opened> {
  const opened = await openPage({ endpoints: ['{"name":"orders","data":1}'] })
  await opened.daemon.addRule(saved)
  await openOrders(opened.page, opened)
  return opened
}

async function openOrders(page: Page, { daemon }: Opened): Promise<void> {
  await page.goto(`${daemon.url}/#/endpoint/orders`)
  await ruleOf(page, 'a').waitFor()
}

async function typeMine(page: Page): Promise<void> {
  await editRule(page, 'a')
  await typeRule(page, 'Rule', mine)
}

function button(page: Page, name: string) {
  return page.getByRole('button', { name, exact: true })
}

async function stored({ daemon }: Opened): Promise<string> {
  return (await daemon.read('/api/rule/a')).replace(/,"used":.*/, '}')
}

describe('unsaved text of a rule', () => {
  test('unsaved text of rules survives another view, and a reload, which does not ask', async () => {
    const opened = await openRule()
    const { page } = opened
    await beginRule(page)
    await typeRule(page, 'New rule', '{"begun":1}')
    await typeMine(page)
    await row(page, 'orders').getByTitle(unsavedMark).waitFor()
    expect(await page.title()).toBe('• orders – mock-endpoint')
    await page.getByRole('link', { name: 'Requests' }).click()
    await page.getByRole('heading', { name: 'Incoming requests appear here' }).waitFor()
    await openOrders(page, opened)
    await expect.poll(() => shownRules(page)).toEqual(['{"begun":1}', mine])
    page.on('dialog', () => expect.unreachable('a reload asks'))
    await page.reload()
    await expect.poll(() => shownRules(page)).toEqual(['{"begun":1}', mine])
    await button(page, 'Save rule').press('Enter')
    await page.getByText('Saved rule a.').waitFor()
    await expect.poll(() => shownRules(page)).toEqual(['{"begun":1}'])
    await button(page, 'Cancel').press('Enter')
    await page.getByTitle(unsavedMark).waitFor({ state: 'detached' })
  })

  test('Undo restores the text of a rule after Cancel, although the endpoint was left', async () => {
    const opened = await openRule()
    const { page } = opened
    await typeMine(page)
    await button(page, 'Cancel').press('Enter')
    await button(page, 'Undo').focus()
    await expect.poll(() => shownRules(page)).toEqual([])
    await page.goto(`${opened.daemon.url}/#/`)
    await openOrders(page, opened)
    await button(page, 'Undo').press('Enter')
    await expect.poll(() => shownRules(page)).toEqual([mine])
  })

  test('the unsaved text of a rule is removed with the rule, and restored with it', async () => {
    const { page } = await openRule()
    await typeMine(page)
    await button(page, 'Remove rule a').press('Enter')
    await page.getByTitle(unsavedMark).waitFor({ state: 'detached' })
    expect(await shownRules(page)).toEqual([])
    await button(page, 'Undo').press('Enter')
    await ruleOf(page, 'a').getByLabel('Rule, as JSON').waitFor()
    expect(await shownRules(page)).toEqual([mine])
  })

  test('the text of a rule stays in its form when saving fails, also after a reload', async () => {
    const opened = await openRule()
    const { page } = opened
    await editRule(page, 'a')
    await typeRule(page, 'Rule', '{"id":"a","endpoint":"orders"}')
    await button(page, 'Save rule').press('Enter')
    await rulesOf(page).getByRole('alert').getByText('response').first().waitFor()
    await page.reload()
    await expect.poll(() => shownRules(page)).toEqual(['{"id":"a","endpoint":"orders"}'])
    expect(await stored(opened)).toBe(saved)
  })

  test.each([
    ['a new rule', 'New rule', beginRule, 'Add rule'],
    ['a rule', 'Rule', (page: Page) => editRule(page, 'a'), 'Save rule'],
  ] as const)(
    'text typed while %s is being saved is kept as a change of that rule',
    async (_, label, open, action) => {
      const opened = await openRule()
      const { page } = opened
      await open(page)
      await typeRule(page, label, mine.replaceAll('"a"', '"b"'))
      const arrive = await holdBack(page, '**/api/rule/add')
      const sent = page.waitForRequest('**/api/rule/add')
      await button(page, action).press('Enter')
      await sent
      await typeRule(page, label, '{"more":1}')
      arrive()
      await page.getByText('Saved rule b.').waitFor()
      await ruleOf(page, 'b').waitFor()
      expect(await shownRules(page)).toEqual(['{"more":1}'])
      await page.reload()
      await expect.poll(() => shownRules(page)).toEqual(['{"more":1}'])
      // The form still edits the saved rule, so another id renames it.
      await typeRule(page, 'Rule', mine.replaceAll('"a"', '"c"'))
      await button(page, 'Save rule').press('Enter')
      await page.getByText('Saved rule c.').waitFor()
      const { rules } = JSON.parse(await opened.daemon.read('/api/rule?endpoint=orders'))
      expect(rules.map(({ id }: { id: string }) => id)).not.toContain('b')
    },
  )
})

describe('a rule that is changed elsewhere', () => {
  test('a rule that is changed elsewhere is shown at once if nothing was typed', async () => {
    const { page, daemon } = await openRule()
    await editRule(page, 'a')
    await daemon.addRule(theirs)
    await expect.poll(() => shownRules(page)).toEqual([theirs])
    expect(await button(page, 'Overwrite').count()).toBe(0)
  })

  test('a rule that is changed elsewhere is overwritten only on request, and Undo restores it', async () => {
    const opened = await openRule()
    const { page, daemon } = opened
    await typeMine(page)
    await daemon.addRule(theirs)
    await button(page, 'Save rule').press('Enter')
    await page.getByText('Rule a was changed elsewhere since you opened it.').waitFor()
    expect(await stored(opened)).toBe(theirs)
    await button(page, 'Overwrite').press('Enter')
    await page.getByText('Replaced rule a.').waitFor()
    expect(JSON.parse(await stored(opened)).response).toEqual({ data: JSON.parse(exact) })
    await button(page, 'Undo').press('Enter')
    await page.getByText('Rule a is back.').waitFor()
    expect(await stored(opened)).toBe(theirs)
    await expect.poll(() => shownRules(page)).toEqual([mine])
  })

  test('“Show theirs” replaces the typed text with the changed rule, and Undo restores the text', async () => {
    const { page, daemon } = await openRule()
    await typeMine(page)
    await daemon.addRule(theirs)
    await button(page, 'Show theirs').press('Enter')
    await expect.poll(() => shownRules(page)).toEqual([theirs])
    await page.getByTitle(unsavedMark).waitFor({ state: 'detached' })
    await button(page, 'Undo').press('Enter')
    await expect.poll(() => shownRules(page)).toEqual([mine])
    await button(page, 'Overwrite').waitFor()
  })

  test.each([['at once'], ['after a reload']])(
    'a rule that was removed elsewhere can be added again %s',
    async (when) => {
      const opened = await openRule()
      const { page, daemon } = opened
      await typeMine(page)
      await row(page, 'orders').getByTitle(unsavedMark).waitFor()
      await fetch(`${daemon.url}/api/rule/a`, { method: 'DELETE' })
      if (when === 'after a reload') await page.reload()
      await page.getByText('Rule a was removed elsewhere.').waitFor()
      expect(await shownRules(page)).toEqual([mine])
      await button(page, 'Add it again').press('Enter')
      await page.getByText('Saved rule a.').waitFor()
      expect(JSON.parse(await stored(opened)).response).toEqual({ data: JSON.parse(exact) })
      await expect.poll(() => shownRules(page)).toEqual([])
    },
  )
})

test('a new rule with a taken id replaces the existing rule only on request', async () => {
  const opened = await openRule()
  const { page } = opened
  await beginRule(page)
  await typeRule(page, 'New rule', mine)
  await button(page, 'Add rule').press('Enter')
  await page.getByText('Rule a already exists. Open it or replace it?').waitFor()
  expect(await stored(opened)).toBe(saved)
  await action(page, 'Replace it').press('Enter')
  await page.getByText('Replaced rule a.').waitFor()
  await button(page, 'Undo').press('Enter')
  await page.getByText('Rule a is back.').waitFor()
  expect(await stored(opened)).toBe(saved)
  await expect.poll(() => shownRules(page)).toEqual([mine])
})

describe('two tabs', () => {
  test('new rules that are typed in two tabs are both kept and added', async () => {
    const opened = await openRule()
    const { page } = opened
    const other = await page.context().newPage()
    await openOrders(other, opened)
    for (const [tab, id] of [
      [page, 'b'],
      [other, 'c'],
    ] as const) {
      await tab.bringToFront()
      await beginRule(tab)
      await typeRule(tab, 'New rule', mine.replace('"a"', `"${id}"`))
    }
    for (const [tab, id] of [
      [page, 'b'],
      [other, 'c'],
    ] as const) {
      await tab.bringToFront()
      expect(await shownRules(tab)).toEqual([mine.replace('"a"', `"${id}"`)])
      await button(tab, 'Add rule').press('Enter')
      await tab.getByText(`Saved rule ${id}.`).waitFor()
    }
    await nameField(other).waitFor()
    await other.getByTitle(unsavedMark).waitFor({ state: 'detached' })
  })

  test('two tabs that edit the same rule do not overwrite each other', async () => {
    const opened = await openRule()
    const { page } = opened
    const other = await page.context().newPage()
    await openOrders(other, opened)
    await page.bringToFront()
    await typeMine(page)
    await row(other, 'orders').getByTitle(unsavedMark).waitFor()
    await other.bringToFront()
    await editRule(other, 'a')
    await typeRule(other, 'Rule', theirs)
    await other.getByText('another tab has unsaved changes of the same').waitFor()
    await page.bringToFront()
    await page.reload()
    await expect.poll(() => shownRules(page)).toEqual([mine])
    expect(await shownRules(other)).toEqual([theirs])
    await button(page, 'Save rule').press('Enter')
    await page.getByText('Saved rule a.').waitFor()
    await other.bringToFront()
    await button(other, 'Overwrite').waitFor()
    expect(await shownRules(other)).toEqual([theirs])
  })
})
