// Makes a folder and those above it. Node's own recursive mkdir never ends below /proc, where the
// kernel says of a new folder what it says when the one above is missing (ENOENT).
import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { codeOf } from '@mock-endpoint/core'

/** Makes what is missing for its owner alone. Rejects when something else has the folder's name. */
export async function makeFolder(path: string): Promise<void> {
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
