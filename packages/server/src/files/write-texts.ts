// Writes texts to files, all or none of them, unless another process has changed a file.
import { mkdir, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { codeOf, Problem } from '@mock-endpoint/core'
import type { MockFiles } from './mock-files.ts'
import { pathOf } from './mock-path.ts'
import { readBytes, readText } from './read-text.ts'
import type { Texts } from './save.ts'
import { createWholeFile, syncFolder } from './whole-file.ts'

/**
 * Resolves when all texts are on the disk, and known to `files`. Rejects with a `Problem` if a file
 * has changed since it was read, or cannot be written. The files are then as they were.
 */
export async function writeTexts(files: MockFiles, texts: Texts): Promise<void> {
  for (const [file, text] of texts) await refuseChanged(files, file, text)
  const done: { readonly file: string; readonly before: string | Uint8Array | undefined }[] = []
  try {
    for (const [file, text] of texts) {
      // Another process may have written the file meanwhile.
      const before = await refuseChanged(files, file, text)
      await put(files, file, text)
      done.push({ file, before })
    }
  } catch (error) {
    for (const { file, before } of done.reverse()) await put(files, file, before)
    throw error
  }
  for (const [file, text] of texts) {
    if (!(text instanceof Uint8Array) && !files.body(file)) await files.take(file, text)
  }
}

/** Resolves to the current content; `undefined` if there is no file. Rejects if it has changed. */
async function refuseChanged(
  files: MockFiles,
  file: string,
  text: string | Uint8Array | undefined,
): Promise<string | Uint8Array | undefined> {
  const known = files.contents(file)
  const body = files.body(file)
  const [fault] = known?.form === 'plain' ? known.faults : []
  if (fault) {
    const detail = `${file} has a fault, and is not overwritten: ${fault.detail} Fix it, and try again.`
    throw new Problem('store-unavailable', detail)
  }
  const path = pathOf(files.path, file)
  const isBody = body !== undefined || text instanceof Uint8Array
  const read = isBody ? await readBytes(path) : await readText(path)
  if (read.kind === 'gone' && !known && body?.state === undefined) return undefined
  if (read.kind === 'text' && read.text === known?.text) return read.text
  if (read.kind === 'bytes') {
    const isWritten = text instanceof Uint8Array && read.bytes.equals(text)
    if (isWritten || read.state === body?.state) return read.bytes
  }
  const detail = `${file} was changed on the disk a moment ago, and is not overwritten. Look at it, and try again.`
  throw new Problem('store-unavailable', detail)
}

async function put(
  files: MockFiles,
  file: string,
  text: string | Uint8Array | undefined,
): Promise<void> {
  const path = pathOf(files.path, file)
  await (text === undefined ? remove(path) : write(path, text)).catch(explain(file))
}

async function write(path: string, text: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
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
      throw new Problem('storage-full', `The disk has no room for ${file}.`, {}, { cause })
    }
    throw new Problem('store-unavailable', `${file} cannot be written (${code}).`, {}, { cause })
  }
}
