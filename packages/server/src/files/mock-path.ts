// The path that is served: a folder of JSON files, or one such file.
import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { codeOf } from '@mock-endpoint/core'

export interface MockPath {
  /** The path as it was given. */
  readonly given: string
  readonly isFolder: boolean
  /** The folder that is served, or the one that holds the file that is served. */
  readonly folder: string
  /** Resolves to the names of the served files that exist in the folder. */
  list(): Promise<readonly string[]>
  /** Resolves to the names in `list` that are links. The folder has no events for their targets. */
  links(): Promise<readonly string[]>
  /** Whether a file of that name in the folder is served, even if it does not exist. */
  isServed(file: string): boolean
}

/** The file of a folder with everything that plain JSON files cannot have, such as rules. */
export const settingsFile = 'mock-endpoint.json'

/** Finds the folder or file to serve. Rejects with the reason if it cannot be served. */
export async function findMocks(given: string, cwd: string): Promise<MockPath> {
  const path = resolve(cwd, given)
  const found = await stat(path).catch(explain(given))
  if (found.isDirectory()) {
    const folder = folderAt(given, path)
    await folder.list().catch(explain(given))
    return folder
  }
  if (found.isFile() && /\.json$/i.test(path)) return fileAt(given, path)
  const what = /\.(jsonl|ndjson)$/i.test(path)
    ? `is not a JSON file to serve: import it into a running daemon with \`mock-endpoint import ${given}\``
    : `is neither a folder nor a file whose name ends in .json${hintFor(path)}`
  throw new Error(`${given} ${what}.`)
}

/** Returns which command reads a file of another format, or nothing. */
export function hintFor(path: string): string {
  if (/\.har$/i.test(path)) return '; for a HAR recording, there is `mock-endpoint import har`'
  if (!/\.ya?ml$/i.test(path)) return ''
  return '; for an OpenAPI document, there is `mock-endpoint import openapi`'
}

function explain(given: string): (cause: unknown) => never {
  return (cause) => {
    const code = codeOf(cause)
    const why = code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`
    throw new Error(`${given} ${why}.`, { cause })
  }
}

// Hidden files are not served, because editors keep copies in them.
function folderAt(given: string, folder: string): MockPath {
  return {
    given,
    isFolder: true,
    folder,
    ...inFolder(folder, (file) => /^[^.].*\.json$/is.test(file)),
  }
}

function fileAt(given: string, path: string): MockPath {
  const own = basename(path)
  const folder = dirname(path)
  return { given, isFolder: false, folder, ...inFolder(folder, (file) => file === own) }
}

function inFolder(
  folder: string,
  isServed: MockPath['isServed'],
): Pick<MockPath, 'isServed' | 'list' | 'links'> {
  return {
    isServed,
    list: async () => (await readdir(folder)).filter(isServed).sort(),
    async links() {
      const entries = await readdir(folder, { withFileTypes: true })
      return entries.flatMap((entry) =>
        entry.isSymbolicLink() && isServed(entry.name) ? entry.name : [],
      )
    },
  }
}

/** Returns the path of a file in the folder. */
export function pathOf({ folder }: MockPath, file: string): string {
  return join(folder, file)
}
