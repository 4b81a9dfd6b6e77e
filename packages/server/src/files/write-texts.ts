// Writes texts to files that nobody else has changed, all or none of them.
import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { codeOf, Problem } from '@mock-endpoint/core'
import type { Contents } from './contents.ts'
import type { MockFiles } from './mock-files.ts'
import { pathOf } from './mock-path.ts'
import { readText } from './read-text.ts'
import type { Texts } from './save.ts'
import { createWholeFile, syncFolder } from './whole-file.ts'

/**
 * Resolves when all of it is on the disk, and known to `files`. Rejects with a `Problem` when a file is
 * not as it was read, or cannot be written; then the files are as they were.
 */
export async function writeTexts(files: MockFiles, texts: Texts): Promise<void> {
  const changes = [...texts].map(([file, text]) => ({ file, text, before: files.contents(file) }))
  for (const { file, before } of changes) await refuseChanged(files, file, before)
  const done: typeof changes = []
  try {
    for (const change of changes) {
      // Others may have written meanwhile.
      if (done.length > 0) await refuseChanged(files, change.file, change.before)
      await put(files, change.file, change.text)
      done.push(change)
    }
  } catch (error) {
    for (const { file, before } of done.reverse()) await put(files, file, before?.text)
    throw error
  }
  for (const { file, text } of changes) await files.take(file, text)
}

async function refuseChanged(
  files: MockFiles,
  file: string,
  known: Contents | undefined,
): Promise<void> {
  const [fault] = known?.form === 'plain' ? known.faults : []
  if (fault) {
    const detail = `${file} has a fault, and is not overwritten: ${fault.detail} Fix it, and try again.`
    throw new Problem('store-unavailable', detail)
  }
  const read = await readText(pathOf(files.path, file))
  const isSame =
    read.kind === 'gone' ? known === undefined : read.kind === 'text' && read.text === known?.text
  if (isSame) return
  const detail = `${file} was changed on the disk a moment ago, and is not overwritten. Look at it, and try again.`
  throw new Problem('store-unavailable', detail)
}

async function put(files: MockFiles, file: string, text: string | undefined): Promise<void> {
  const path = pathOf(files.path, file)
  await (text === undefined ? remove(path) : write(path, text)).catch(explain(file))
}

async function write(path: string, text: string): Promise<void> {
  const file = await createWholeFile(path)
  try {
    await file.write(text)
  } catch (error) {
    await file.giveUp()
    throw error
  }
  await file.finish()
}

async function remove(path: string): Promise<void> {
  await rm(path, { force: true })
  await syncFolder(dirname(path))
}

function explain(file: string): (cause: unknown) => never {
  return (cause) => {
    const code = codeOf(cause)
    if (code === 'ENOSPC' || code === 'EDQUOT') {
      throw new Problem('storage-full', `There is no room on the disk for ${file}.`, {}, { cause })
    }
    throw new Problem('store-unavailable', `${file} cannot be written (${code}).`, {}, { cause })
  }
}
