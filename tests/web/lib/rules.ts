// Helpers for the rules on the page.
import type { Locator, Page } from 'playwright-core'

/** The rules of the open endpoint. */
export function rulesOf(page: Page): Locator {
  return page.getByRole('region', { name: 'Rules' })
}

/** The rule with this id. */
export function ruleOf(page: Page, id: string): Locator {
  return rulesOf(page)
    .getByRole('listitem')
    .filter({ has: page.getByText(id, { exact: true }) })
}

/** Opens the form of a new rule as JSON. */
export async function beginRule(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add a rule' }).press('Enter')
  await showJson(rulesOf(page).getByRole('form', { name: 'New rule' }))
  await page.getByLabel('New rule, as JSON').waitFor()
}

/** Opens the form of the rule with this id as JSON. */
export async function editRule(page: Page, id: string): Promise<void> {
  await page.getByRole('button', { name: `Edit rule ${id}` }).press('Enter')
  await showJson(ruleOf(page, id).getByRole('form', { name: 'Rule' }))
  await page.getByLabel('Rule, as JSON', { exact: true }).waitFor()
}

/** Shows the JSON of a rule instead of its fields. */
export async function showJson(form: Locator): Promise<void> {
  await form.getByRole('tab', { name: 'JSON' }).click()
}

/** Replaces the JSON in the form of a `Rule` or a `New rule`. */
export async function typeRule(page: Page, label: string, text: string): Promise<void> {
  await page.getByLabel(`${label}, as JSON`, { exact: true }).press('ControlOrMeta+a')
  await page.keyboard.insertText(text)
}

/** Returns the texts in the open forms of rules. */
export function shownRules(page: Page): Promise<string[]> {
  return rulesOf(page).locator('.cm-content').allTextContents()
}

/** Returns the ids of the rules in the list, in its order. */
export function ids(page: Page): Promise<string[]> {
  return rulesOf(page).locator('.counts code').allTextContents()
}
