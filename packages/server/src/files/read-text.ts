// The text of a file that others may be writing just now.
import { lstat, readFile, stat } from 'node:fs/promises'
import { codeOf, Problem } from '@mock-endpoint/core'
import { decodeText } from '@mock-endpoint/core/documents'

/** What reading a file came to. */
export type ReadText =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'gone' }
  /** It changed while it was read. */
  | { readonly kind: 'changing' }
  | {
      readonly kind: 'unreadable'
      readonly detail: string
      readonly line?: number | undefined
      readonly column?: number | undefined
    }

/** What a text can hold, and some more than any mock should. */
const largest = 256 * 1024 * 1024

export async function readText(path: string): Promise<ReadText> {
  try {
    const before = await stat(path)
    // Folders are none of ours, whatever they are called.
    if (!before.isFile()) return { kind: 'gone' }
    if (before.size > largest) {
      const detail = `It has ${before.size} bytes; a file may have ${largest}.`
      return { kind: 'unreadable', detail }
    }
    const bytes = await readFile(path)
    const after = await stat(path)
    const isSame = after.mtimeMs === before.mtimeMs && after.size === bytes.length
    if (!isSame || after.ino !== before.ino) return { kind: 'changing' }
    return { kind: 'text', text: await decodeText(bytes) }
  } catch (error) {
    if (error instanceof Problem) return { kind: 'unreadable', ...faultOf(error) }
    const code = codeOf(error)
    if (code === 'ENOENT') return (await isLink(path)) ? leadsNowhere : { kind: 'gone' }
    if (code === undefined) throw error
    return { kind: 'unreadable', detail: `It cannot be read (${code}).` }
  }
}

const leadsNowhere: ReadText = { kind: 'unreadable', detail: 'It is a link that leads nowhere.' }

async function isLink(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined)
  return found?.isSymbolicLink() ?? false
}

interface FaultInText {
  readonly detail: string
  readonly line?: number | undefined
  readonly column?: number | undefined
}

/** The place of a fault, and the rest of its sentence. */
export function faultOf({ message, extensions: { line, column } }: Problem): FaultInText {
  const rest = message
    .replace(/^Line \d+, column \d+: /, '')
    .replace('; send the body as UTF-8', '; save the file as UTF-8')
  return { detail: rest.charAt(0).toUpperCase() + rest.slice(1), line, column }
}
