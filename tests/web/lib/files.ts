// The files that a daemon serves, and how the page shows them.
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'

/** The texts of files by name. A file that is `undefined` is removed. */
export type Files = Readonly<Record<string, string | undefined>>

/** Returns the served folder in the working folder of the daemon. */
export function mocksIn(folder: string): string {
  return join(folder, 'mocks')
}

export async function saveFiles(folder: string, files: Files): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    const path = join(mocksIn(folder), name)
    await (text === undefined ? rm(path) : writeFile(path, text))
  }
}

/** The line with the number of faults of files. */
export function faultCount(page: Page): Locator {
  return page.locator('.file-faults').getByRole('status')
}

/** The list of the faults of files. */
export function faultList(page: Page): Locator {
  return page.getByRole('list', { name: 'What is wrong with the files' })
}

export function foldButton(page: Page): Locator {
  return page.getByRole('button', { name: 'Details', exact: true })
}

/** The line that shows the file of the open endpoint. */
export function originLine(page: Page): Locator {
  return page.locator('.origin')
}
