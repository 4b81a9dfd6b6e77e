// Watches files for changes, and looks at changed files until they have settled.
import type { OneAtATime } from '@mock-endpoint/core'
import { type FolderWatch, watchFolder } from './folder-watch.ts'
import type { Look, MockFiles } from './mock-files.ts'
import { type MockPath, pathOf } from './mock-path.ts'
import { stateAt } from './read-text.ts'

export interface WatchOptions {
  readonly path: MockPath
  readonly files: MockFiles
  /** Called after files were looked at. */
  readonly looked: () => Promise<void>
  /** Runs the looks one at a time with all other work on the files. */
  readonly oneAtATime: OneAtATime
  /** Called with the error if the watch fails. */
  readonly onError: (error: unknown) => void
}

export interface Watch {
  /** Resolves when no look is in progress. There are no more looks after that. */
  close(): Promise<void>
}

/** Milliseconds until the first look, because each save causes several events. */
const firstLook = 15
/** Milliseconds between two looks at a file that may be incomplete. */
const nextLook = 50
/** Milliseconds between two checks for changes without events: link targets, replaced folders. */
const pollEvery = 1000
/** Number of files that are read at once. */
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

  /** Schedules a look at a file that has just changed. */
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
        // If it has changed meanwhile, it already waits for a first look.
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
    // Files may be links that lead through another link, such as `..data`.
    if (file === undefined || file.startsWith('..')) return void noteAll()
    if (path.isServed(file)) note(file)
    noteUsers(file)
  }

  /** Notes the files that take a body from a changed file, or from a file in a changed folder. */
  function noteUsers(place: string): void {
    for (const file of files.usersOf(place)) note(file)
  }

  const watches = new Map<string, FolderWatch>([['', watchFolder(path.folder, onEvent)]])

  /** Watches the folders that now contain bodies, and no others. */
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

/** Returns a function that resolves to the links whose targets changed since its last call. */
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
