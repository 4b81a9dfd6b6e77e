// Chooses which bodies of saved rules get their own files, and the names of these files.
import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type FileBody,
  runYielding,
  textIn,
  withoutBodies,
  type Yielding,
} from '@mock-endpoint/core/documents'
import { getExtension, getMimeType } from 'hono/utils/mime'
import type { Contents } from './contents.ts'

/** Rules as they are written, and the body files to write with them. */
export interface SplitRules {
  readonly rules: ReadonlyMap<string, string | undefined>
  readonly bodies: ReadonlyMap<string, Uint8Array>
}

/** The folder of the body files that this program names. */
const folderOfBodies = 'bodies'

/** Maximum number of characters of a body in the document, as text or base64. */
const mostShown = { data: 4096, text: 4096, base64: 256 }

/** Moves long bodies to files. A body in its own file stays there, even if it changes. */
export async function splitRules(
  rules: ReadonlyMap<string, string | undefined>,
  document: Contents | undefined,
  folder: string,
): Promise<SplitRules> {
  const bodies = new Map<string, Uint8Array>()
  if (rules.size === 0) return { rules, bodies }
  const names = await readdir(join(folder, folderOfBodies)).catch(() => [])
  const taken = new Set(names.map((name) => `${folderOfBodies}/${name}`.toLowerCase()))
  const formerly = new Map(document?.rules.map((rule) => [rule.id, rule.bodyFiles]))
  const users = countUsers(formerly)
  const known = byContent(document)
  /** Files whose content must not change, because other responses use it. */
  const reused = new Set<string>()

  function place(id: string, pointer: string, body: FileBody): string | undefined {
    const bytes = bytesOf(body)
    if (!bytes) return undefined
    const same = known
      .get(body.value)
      ?.find((each) => isSame(each.body, body) && !bodies.has(each.file))
    if (same) {
      reused.add(same.file)
      return same.file
    }
    const extension = extensionFor(body, bytes)
    const own = formerly.get(id)?.get(pointer)
    const stays =
      own !== undefined &&
      users.get(own) === 1 &&
      !reused.has(own) &&
      getMimeType(own) === getMimeType(`.${extension}`)
    if (!stays && body.value.length <= mostShown[body.kind]) return undefined
    const file = stays ? own : newName(id, pointer, extension, bytes, taken)
    taken.add(file.toLowerCase())
    bodies.set(file, bytes)
    return file
  }

  function* splitEach(): Yielding<Map<string, string | undefined>> {
    const split = new Map<string, string | undefined>()
    for (const [id, json] of rules) {
      const made = json && withoutBodies(json, (pointer, body) => place(id, pointer, body))
      split.set(id, made && (yield* made))
      yield
    }
    return split
  }

  return { rules: await runYielding(splitEach()), bodies }
}

/** Returns how many responses take their body from each file. */
function countUsers(
  rules: ReadonlyMap<string, ReadonlyMap<string, string>>,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const files of rules.values()) {
    for (const file of files.values()) counts.set(file, (counts.get(file) ?? 0) + 1)
  }
  return counts
}

interface KnownBody {
  readonly file: string
  readonly body: FileBody
}

/** Returns the bodies in files, by their values. */
function byContent(document: Contents | undefined): ReadonlyMap<string, readonly KnownBody[]> {
  const known = new Map<string, KnownBody[]>()
  for (const [file, { body }] of document?.bodies ?? []) {
    if ('fault' in body) continue
    const same = known.get(body.value)
    if (same) same.push({ file, body })
    else known.set(body.value, [{ file, body }])
  }
  return known
}

/** Returns `undefined` for a text that UTF-8 cannot encode. */
function bytesOf({ kind, value }: FileBody): Buffer | undefined {
  if (kind === 'base64') return Buffer.from(value, 'base64')
  const bytes = Buffer.from(value)
  return bytes.toString() === value ? bytes : undefined
}

/** Whether a file can replace a body. It must not add a type that the response does not have. */
function isSame(known: FileBody, body: FileBody): boolean {
  if (known.kind !== body.kind) return false
  return known.type === undefined || body.type !== undefined
}

/** Returns the extension with which the file is read as the same kind of body. */
function extensionFor({ kind, type = '' }: FileBody, bytes: Uint8Array): string {
  if (kind === 'data') return 'json'
  const plain = kind === 'text' ? 'txt' : 'bin'
  if (kind === 'base64' && textIn(bytes) !== undefined) return plain
  const extension = getExtension(type)
  if (extension === undefined || ['json', 'txt', 'bin'].includes(extension)) return plain
  return extension === 'htm' ? 'html' : extension
}

/** Returns a name that no existing file has, except a file with the same content. */
function newName(
  id: string,
  pointer: string,
  extension: string,
  bytes: Uint8Array,
  taken: ReadonlySet<string>,
): string {
  const [, place] = /(\d+)$/.exec(pointer) ?? []
  const turn = place === undefined ? '' : `-${Number(place) + 1}`
  const isPlain = /^[a-z0-9][a-z0-9._-]*$/.test(id) && id.length <= longestName
  const own = isPlain ? id : `${slug(id)}-${digest(id)}`
  const file = `${folderOfBodies}/${own}${turn}.${extension}`
  if (!taken.has(file)) return file
  return `${folderOfBodies}/${own}${turn}-${digest(bytes)}.${extension}`
}

const longestName = 120

function slug(id: string): string {
  const words = id.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  return words.slice(0, longestName).replace(/^-+|-+$/g, '') || 'rule'
}

function digest(given: string | Uint8Array): string {
  return createHash('sha256').update(given).digest('hex').slice(0, 10)
}
