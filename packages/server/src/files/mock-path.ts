// What is served: a folder of JSON files, or one such file.
import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { codeOf } from '@mock-endpoint/core'

export interface MockPath {
  /** As it was given. */
  readonly given: string
  readonly isFolder: boolean
  /** The folder that is served, or the one that holds the file that is served. */
  readonly folder: string
  /** The names of the files there are in the folder; that of the file that is served, if there is one. */
  list(): Promise<readonly string[]>
  /** Those of them that are links, of whose targets the folder does not tell. */
  links(): Promise<readonly string[]>
  /** Whether a file in the folder is served, whether there is one or not. */
  isServed(file: string): boolean
}

/** The file of a folder that says what a plain file of JSON cannot. */
export const settingsFile = 'mock-endpoint.json'

/** Rejects with an `Error` that says what is wrong when nothing there can be served. */
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
    : 'is neither a folder nor a file whose name ends in .json'
  throw new Error(`${given} ${what}.`)
}

function explain(given: string): (cause: unknown) => never {
  return (cause) => {
    const code = codeOf(cause)
    const why = code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`
    throw new Error(`${given} ${why}.`, { cause })
  }
}

// Editors keep copies in hidden files.
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

/** Where a file of it is. */
export function pathOf({ folder }: MockPath, file: string): string {
  return join(folder, file)
}
