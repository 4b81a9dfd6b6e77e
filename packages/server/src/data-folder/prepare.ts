// Makes the data folder, before anything is in it.
import { access, constants, mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { codeOf } from '@mock-endpoint/core'

/** Makes the folder if missing, for its owner only. Rejects when we may not read or write it. */
export async function prepareFolder(path: string): Promise<void> {
  await makeFolder(path)
  await access(path, constants.R_OK | constants.W_OK | constants.X_OK)
  const files = await readdir(path)
  // Only in an empty folder, because in a user's project it would hide their files from git.
  if (files.length === 0) await writeFile(join(path, '.gitignore'), '*\n')
}

/**
 * Makes the folder and its missing parents, for its owner only. Rejects when something else has the
 * folder's name. Not with Node's recursive mkdir, which never ends below /proc, because there the
 * kernel refuses a new folder with the same error as for a missing parent (ENOENT).
 */
async function makeFolder(path: string): Promise<void> {
  const error = await tryToMake(path)
  if (error === undefined) return
  const above = dirname(path)
  if (codeOf(error) !== 'ENOENT' || above === path) throw error
  await makeFolder(above)
  const again = await tryToMake(path)
  if (again === undefined) return
  throw codeOf(again) === 'ENOENT' ? new Error(`no folder can be made in ${above}`) : again
}

/** Resolves to the error if the folder could not be made and does not exist. */
async function tryToMake(path: string): Promise<unknown> {
  try {
    await mkdir(path, { mode: 0o700 })
    return undefined
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') return error
    const isFolder = await stat(path).then(
      (found) => found.isDirectory(),
      () => false,
    )
    return isFolder ? undefined : error
  }
}
