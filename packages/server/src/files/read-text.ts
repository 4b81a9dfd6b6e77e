// Reads files that other processes may be writing.
import type { Buffer } from 'node:buffer'
import type { Stats } from 'node:fs'
import { lstat, readFile, stat } from 'node:fs/promises'
import { codeOf, Problem } from '@mock-endpoint/core'
import { decodeText } from '@mock-endpoint/core/documents'

/** The result of reading a file. */
export type ReadText = { readonly kind: 'text'; readonly text: string } | Unread

export type ReadBytes =
  | { readonly kind: 'bytes'; readonly bytes: Buffer; readonly state: string }
  | Unread

type Unread =
  | { readonly kind: 'gone' }
  /** It changed while it was read. */
  | { readonly kind: 'changing' }
  | {
      readonly kind: 'unreadable'
      readonly detail: string
      readonly line?: number | undefined
      readonly column?: number | undefined
    }

/** Maximum size of a file in bytes, so that its text fits in a string. Mocks should be smaller. */
const largest = 256 * 1024 * 1024

export async function readText(path: string): Promise<ReadText> {
  const read = await readBytes(path)
  if (read.kind !== 'bytes') return read
  try {
    return { kind: 'text', text: await decodeText(read.bytes) }
  } catch (error) {
    if (error instanceof Problem) return { kind: 'unreadable', ...faultOf(error) }
    throw error
  }
}

/** Reads a file like `readText`, but does not decode the bytes. */
export async function readBytes(path: string): Promise<ReadBytes> {
  try {
    const before = await stat(path)
    // A folder is not served, whatever its name is.
    if (!before.isFile()) return { kind: 'gone' }
    if (before.size > largest) {
      const detail = `It has ${before.size} bytes; a file may have ${largest}.`
      return { kind: 'unreadable', detail }
    }
    const bytes = await readFile(path)
    const after = await stat(path)
    const state = stateOf(after)
    const isSame = stateOf(before) === state && after.size === bytes.length
    return isSame ? { kind: 'bytes', bytes, state } : { kind: 'changing' }
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOENT') return (await isLink(path)) ? leadsNowhere : { kind: 'gone' }
    if (code === undefined) throw error
    return { kind: 'unreadable', detail: `It cannot be read (${code}).` }
  }
}

/** Resolves to a text that changes whenever the file does; `undefined` if there is no file. */
export async function stateAt(path: string): Promise<string | undefined> {
  const found = await stat(path).catch(() => undefined)
  return found && stateOf(found)
}

function stateOf({ ino, mtimeMs, size }: Stats): string {
  return `${ino} ${mtimeMs} ${size}`
}

const leadsNowhere: Unread = { kind: 'unreadable', detail: 'It is a broken link.' }

async function isLink(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined)
  return found?.isSymbolicLink() ?? false
}

interface FaultInText {
  readonly detail: string
  readonly line?: number | undefined
  readonly column?: number | undefined
}

/** Returns the place of a fault, and the message without the place. */
export function faultOf({ message, extensions: { line, column } }: Problem): FaultInText {
  const rest = message
    .replace(/^Line \d+, column \d+: /, '')
    .replace('; send the body as UTF-8', '; save the file as UTF-8')
  return { detail: rest.charAt(0).toUpperCase() + rest.slice(1), line, column }
}
