// The files that a daemon serves, and what the page shows of them.
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'

/** The texts of files by their names; one that is `undefined` is to be removed. */
export type Files = Readonly<Record<string, string | undefined>>

/** The folder that is served, in the working folder of the daemon. */
export function mocksIn(folder: string): string {
  return join(folder, 'mocks')
}

export async function saveFiles(folder: string, files: Files): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    const path = join(mocksIn(folder), name)
    await (text === undefined ? rm(path) : writeFile(path, text))
  }
}

/** What is said of all faults of files together. */
export function faultCount(page: Page): Locator {
  return page.locator('.file-faults').getByRole('status')
}

/** The faults themselves. */
export function faultList(page: Page): Locator {
  return page.getByRole('list', { name: 'What is wrong with the files' })
}

export function foldButton(page: Page): Locator {
  return page.getByRole('button', { name: 'Details', exact: true })
}

/** Where the open endpoint comes from. */
export function originLine(page: Page): Locator {
  return page.locator('.origin')
}
