// The folder itself, before anything is in it.
import { access, constants, mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { codeOf } from '@mock-endpoint/core'

/** Makes it if need be, for its owner alone. Rejects when we may not write there. */
export async function prepareFolder(path: string): Promise<void> {
  await makeFolder(path)
  await access(path, constants.R_OK | constants.W_OK | constants.X_OK)
  const files = await readdir(path)
  // Only in a folder of our own: in somebody's project it would hide their files from git.
  if (files.length === 0) await writeFile(join(path, '.gitignore'), '*\n')
}

/**
 * Makes what is missing for its owner alone. Rejects when something else has the folder's name.
 * Node's own recursive mkdir never ends below /proc, where the kernel says of a new folder what it
 * says when the one above is missing (ENOENT).
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

/** Resolves to the error that keeps the folder from being there. */
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
