// Says when files may have changed, and looks until they have settled.
import type { OneAtATime } from '@mock-endpoint/core'
import { type FolderWatch, watchFolder } from './folder-watch.ts'
import type { Look, MockFiles } from './mock-files.ts'
import { type MockPath, pathOf } from './mock-path.ts'
import { stateAt } from './read-text.ts'

export interface WatchOptions {
  readonly path: MockPath
  readonly files: MockFiles
  /** Is called after files were looked at. */
  readonly looked: () => Promise<void>
  /** Does the looks one after the other with what else touches the files. */
  readonly oneAtATime: OneAtATime
  /** Is told what keeps the watch from working. */
  readonly onError: (error: unknown) => void
}

export interface Watch {
  /** Resolves when nothing is under way. No more looks after that. */
  close(): Promise<void>
}

/** Several events come with each save. In milliseconds. */
const firstLook = 15
/** Between two looks at a file that may not be complete. */
const nextLook = 50
/** Between two looks at what tells of no events: where links lead to. */
const pollEvery = 1000
/** How many files are read at once. */
const atOnce = 8

export function watchMocks(options: WatchOptions): Watch {
  const { path, files, looked, oneAtATime, onError } = options
  const waiting = new Map<string, Look>()
  let timer: NodeJS.Timeout | undefined
  let going: Promise<void> | undefined
  let isClosed = false

  function wait(delay: number): void {
    if (isClosed || going) return
    timer ??= setTimeout(() => {
      timer = undefined
      going = oneAtATime(go).catch(onError).finally(rest)
    }, delay)
  }

  /** A file has just changed. */
  function note(file: string): void {
    waiting.set(file, 'first')
    wait(firstLook)
  }

  function rest(): void {
    going = undefined
    if (waiting.size === 0) return
    wait([...waiting.values()].includes('first') ? firstLook : nextLook)
  }

  async function go(): Promise<void> {
    const left = [...waiting]
    waiting.clear()
    const work = async (): Promise<void> => {
      for (let next = left.pop(); next; next = left.pop()) {
        const [file] = next
        // It may have changed meanwhile, which is a first look again.
        if ((await files.look(...next)) && !waiting.has(file)) waiting.set(file, 'next')
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    await looked()
    followFolders()
  }

  async function noteAll(): Promise<void> {
    const there = await path.list().catch(() => [])
    for (const file of [...there, ...files.names()]) waiting.set(file, 'first')
    wait(firstLook)
  }

  function onEvent(file: string | undefined): void {
    // Files may be links that lead through another one, such as `..data`.
    if (file === undefined || file.startsWith('..')) return void noteAll()
    if (path.isServed(file)) note(file)
    noteUsers(file)
  }

  /** What takes a body from a file, or from one in a folder, has changed with it. */
  function noteUsers(place: string): void {
    for (const file of files.usersOf(place)) note(file)
  }

  const watches = new Map<string, FolderWatch>([['', watchFolder(path.folder, onEvent)]])

  /** Watches the folders that bodies are in now. */
  function followFolders(): void {
    const wanted = files.folders()
    for (const [folder, watch] of watches) {
      if (folder === '' || wanted.has(folder)) continue
      watch.close()
      watches.delete(folder)
    }
    for (const folder of wanted) {
      if (watches.has(folder) || isClosed) continue
      watches.set(
        folder,
        watchFolder(pathOf(path, folder), () => noteUsers(folder)),
      )
    }
  }

  const changedLinks = createLinkCheck(path)

  async function poll(): Promise<void> {
    for (const watch of watches.values()) void watch.check()
    for (const file of await changedLinks()) note(file)
  }

  followFolders()
  void poll()
  const polling = setInterval(poll, pollEvery).unref()
  return {
    async close() {
      isClosed = true
      clearInterval(polling)
      for (const watch of watches.values()) watch.close()
      clearTimeout(timer)
      await going
    },
  }
}

/** Resolves to the links of which the targets have changed since the call before. */
function createLinkCheck(path: MockPath): () => Promise<readonly string[]> {
  const targets = new Map<string, string>()
  return async () => {
    const changed: string[] = []
    for (const file of await path.links().catch(() => [])) {
      const now = (await stateAt(pathOf(path, file))) ?? ''
      const before = targets.get(file)
      targets.set(file, now)
      if (before !== undefined && before !== now) changed.push(file)
    }
    return changed
  }
}
