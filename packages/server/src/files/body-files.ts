// Reads the files that responses take their bodies from.

import { extname, join } from 'node:path'
import { Problem } from '@mock-endpoint/core'
import type { FaultyBody, FileBody } from '@mock-endpoint/core/documents'
import { checkJson, decodeText, textIn } from '@mock-endpoint/core/documents'
import { getMimeType } from 'hono/utils/mime'
import { faultOf, readBytes, stateAt } from './read-text.ts'

/** The files, by their paths below the folder as in the document. */
export type BodyFiles = ReadonlyMap<string, BodyFile>

export interface BodyFile {
  readonly body: FileBody | FaultyBody
  /** A text that changes whenever the file does; `undefined` if there is no file. */
  readonly state: string | undefined
}

export const noBodies: BodyFiles = new Map()

/** Number of files that are read at once. */
const atOnce = 8

/** Reads the files that have changed. Resolves to `before` itself if none has. */
export async function readBodies(
  folder: string,
  files: Iterable<string>,
  before: BodyFiles,
): Promise<BodyFiles> {
  const found = new Map<string, BodyFile>([...files].map((file) => [file, unknown]))
  const left = [...found.keys()]
  const work = async (): Promise<void> => {
    for (let file = left.pop(); file !== undefined; file = left.pop()) {
      found.set(file, await readBody(join(folder, file), file, before.get(file)))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  const isSame =
    found.size === before.size && [...found].every(([file, now]) => before.get(file) === now)
  return isSame ? before : found
}

const unknown: BodyFile = { body: { fault: '' }, state: undefined }

async function readBody(
  path: string,
  file: string,
  before: BodyFile | undefined,
): Promise<BodyFile> {
  const state = await stateAt(path)
  if (before && before.state === state) return before
  const read = await readBytes(path)
  // It is read again when it has been written.
  if (read.kind === 'changing')
    return { body: { fault: 'names a file that is being written' }, state }
  if (read.kind === 'bytes') return { body: await bodyOf(file, read.bytes), state: read.state }
  const fault = read.kind === 'gone' ? 'does not exist' : `cannot be read: ${read.detail}`
  return { body: { fault: `names a file that ${fault}` }, state }
}

/** Returns JSON for `.json` and bytes for `.bin`; otherwise a text if it is UTF-8, or bytes. */
async function bodyOf(file: string, bytes: Buffer): Promise<FileBody | FaultyBody> {
  const extension = extname(file).toLowerCase()
  if (extension === '.json') return readJson(bytes)
  // Plain texts and bytes get the same default type as a body without a file.
  const type = ['.txt', '.bin'].includes(extension) ? undefined : getMimeType(file)
  const text = extension === '.bin' ? undefined : textIn(bytes)
  if (text !== undefined) return { kind: 'text', value: text, type }
  return { kind: 'base64', value: bytes.toString('base64'), type }
}

async function readJson(bytes: Buffer): Promise<FileBody | FaultyBody> {
  try {
    const text = await decodeText(bytes)
    await checkJson(text)
    return { kind: 'data', value: text }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const { detail, line, column } = faultOf(error)
    const place = line === undefined ? '' : ` ${line}:${column}`
    return { fault: `names a file that is not JSON:${place} ${detail}` }
  }
}
