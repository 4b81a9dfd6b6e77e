// The files that are served, with their contents as last read.
import { type BodyFile, readBodies } from './body-files.ts'
import { type Contents, type FileText, readContents, unreadable } from './contents.ts'
import { type MockPath, pathOf } from './mock-path.ts'
import { combine, type Mocks } from './mocks.ts'
import { type ReadText, readText } from './read-text.ts'

/** `first`: the file has just changed. `next`: it has not changed since the previous look. */
export type Look = 'only' | 'first' | 'next'

export interface MockFiles {
  readonly path: MockPath
  mocks(): Mocks
  contents(file: string): Contents | undefined
  /** Returns a file that responses take their bodies from. */
  body(file: string): BodyFile | undefined
  /** Returns the names of the files that were read. */
  names(): Iterable<string>
  /** Returns the files that take a body from this path in the folder, or from below it. */
  usersOf(path: string): readonly string[]
  /** Returns the subfolders with body files. */
  folders(): ReadonlySet<string>
  /**
   * Reads a file, and takes its contents. A fault or a missing file counts only if this is the only
   * look, or if the previous look found the same, because another process may be writing the file.
   * Resolves to whether to look again.
   */
  look(file: string, which: Look): Promise<boolean>
  /** Takes the text that was just written to a file; `undefined` if the file was removed. */
  take(file: string, text: string | undefined): Promise<void>
}

export function createMockFiles(path: MockPath): MockFiles {
  const files = new Map<string, Contents>()
  /** The results of the last look at files that are looked at again. */
  const doubts = new Map<string, string>()
  let combined: Mocks | undefined

  function set(file: string, contents: Contents | undefined): void {
    combined = undefined
    if (contents) files.set(file, contents)
    else files.delete(file)
  }

  /** Returns false, because there is no need to look again. */
  function settle(file: string): false {
    doubts.delete(file)
    return false
  }

  function toText(file: string, text: string): FileText {
    return { file, text, isInFolder: path.isFolder, folder: path.folder }
  }

  async function toContents(file: string, read: ReadText): Promise<Contents | undefined> {
    const before = files.get(file)
    if (read.kind === 'text') return readContents(toText(file, read.text), before)
    if (read.kind !== 'unreadable') return undefined
    const { detail, line, column } = read
    return unreadable(toText(file, ''), { detail, line, column }, before)
  }

  return {
    path,
    mocks: () => (combined ??= combine(inOrder(files))),
    contents: (file) => files.get(file),
    body: (file) => [...files.values()].find(({ bodies }) => bodies.has(file))?.bodies.get(file),
    names: () => files.keys(),
    usersOf: (place) =>
      [...files].flatMap(([file, { bodies }]) => {
        const isUser = [...bodies.keys()].some(
          (body) => body === place || body.startsWith(`${place}/`),
        )
        return isUser ? [file] : []
      }),
    folders: () =>
      new Set([...files.values()].flatMap(({ bodies }) => [...bodies.keys()].flatMap(folderOf))),
    async look(file, which) {
      if (which === 'first') doubts.delete(file)
      const before = files.get(file)
      const read = await readText(pathOf(path, file))
      if (read.kind === 'changing') return true
      if (read.kind === 'gone' && !before) return false
      if (before && read.kind === 'text' && read.text !== '' && read.text === before.text) {
        const bodies = await readBodies(path.folder, before.bodies.keys(), before.bodies)
        if (bodies === before.bodies) return settle(file)
      }
      const contents = await toContents(file, read)
      const isDoubtful = contents === undefined || contents.faults.length > 0 || isOpenEnded(read)
      const seen = read.kind === 'text' ? read.text : read.kind
      if (isDoubtful && which !== 'only' && doubts.get(file) !== seen) {
        doubts.set(file, seen)
        return true
      }
      set(file, contents)
      return settle(file)
    },
    async take(file, text) {
      set(
        file,
        text === undefined ? undefined : await readContents(toText(file, text), files.get(file)),
      )
    },
  }
}

/** Returns the subfolder of a file; none for a file in the folder itself. */
function folderOf(file: string): readonly string[] {
  return file.includes('/') ? [file.slice(0, file.lastIndexOf('/'))] : []
}

/** Whether the text is a number, which may continue. All other JSON has an end. */
function isOpenEnded(read: ReadText): boolean {
  return read.kind === 'text' && /^\s*-?\d[^\s]*\s*$/.test(read.text.slice(0, 100))
}

/** Sorts files by name, so that the order of reading does not affect their combined contents. */
function inOrder(files: ReadonlyMap<string, Contents>): ReadonlyMap<string, Contents> {
  return new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Reads all files. A file that changes while it is read is read again. */
export async function readAll(files: MockFiles): Promise<void> {
  const listed = await files.path.list()
  const left = [...new Set([...listed, ...files.names()])]
  const work = async (): Promise<void> => {
    for (let file = left.pop(); file !== undefined; file = left.pop()) {
      // The file changes while it is read, until its writer has finished.
      for (let tries = 0; tries < 100 && (await files.look(file, 'only')); tries++);
    }
  }
  await Promise.all(Array.from({ length: 8 }, work))
}
