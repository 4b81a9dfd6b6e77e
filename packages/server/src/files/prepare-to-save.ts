// What is done to a folder before changes are saved to it.
import { access, constants, readdir, rm } from 'node:fs/promises'
import { codeOf } from '@mock-endpoint/core'
import { type MockPath, pathOf } from './mock-path.ts'
import { isDraft } from './whole-file.ts'

/**
 * Removes what a process that was killed while it saved has left. Rejects with an `Error` when nothing
 * can be written there.
 */
export async function prepareToSave(path: MockPath): Promise<void> {
  await access(path.folder, constants.W_OK).catch((cause: unknown) => {
    const message = `${path.given} cannot be written (${codeOf(cause)}): leave out --write, or allow it.`
    throw new Error(message, { cause })
  })
  const left = (await readdir(path.folder)).filter(isDraft)
  await Promise.all(left.map((file) => rm(pathOf(path, file), { force: true })))
}
