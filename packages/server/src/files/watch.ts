// Says when files may have changed, and looks until they have settled.
import { type FSWatcher, watch } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { OneAtATime } from '@mock-endpoint/core'
import type { Look } from './mock-files.ts'
import { type MockPath, pathOf } from './mock-path.ts'

export interface WatchOptions {
  readonly path: MockPath
  /** Looks at a file. Resolves to whether to look again a little later. */
  readonly look: (file: string, which: Look) => Promise<boolean>
  /** The files that are known. */
  readonly known: () => Iterable<string>
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
/** Between two tries to watch a folder that is gone. */
const retryAfter = 200
/** Between two looks at what tells of no events: where links lead to. */
const pollEvery = 1000
/** How many files are read at once. */
const atOnce = 8

export function watchMocks(options: WatchOptions): Watch {
  const { path, look, known, looked, oneAtATime, onError } = options
  const waiting = new Map<string, Look>()
  let timer: NodeJS.Timeout | undefined
  let going: Promise<void> | undefined
  let isClosed = false
  let watcher: FSWatcher | undefined
  let retry: NodeJS.Timeout | undefined
  /** Which folder is watched. */
  let watched: Promise<string | undefined> | undefined

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
    const files = [...waiting]
    waiting.clear()
    const work = async (): Promise<void> => {
      for (let next = files.pop(); next; next = files.pop()) {
        const [file] = next
        // It may have changed meanwhile, which is a first look again.
        if ((await look(...next)) && !waiting.has(file)) waiting.set(file, 'next')
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    await looked()
  }

  async function noteAll(): Promise<void> {
    const there = await path.list().catch(() => [])
    for (const file of [...there, ...known()]) waiting.set(file, 'first')
    wait(firstLook)
  }

  function begin(): void {
    if (isClosed) return
    watched = identityOf(path.folder)
    try {
      watcher = watch(path.folder, { persistent: false }, onEvent)
      watcher.on('error', beginAgain)
      void noteAll()
    } catch {
      beginAgain()
    }
  }

  function onEvent(_event: string, file: string | null): void {
    // Files may be links that lead through another one, such as `..data`.
    if (file === null || file.startsWith('..')) void noteAll()
    else if (path.isServed(file)) note(file)
    void checkFolder()
  }

  /** Of a folder that is removed, or replaced by another one, no more events come. */
  async function checkFolder(): Promise<void> {
    const [before, now] = await Promise.all([watched, identityOf(path.folder)])
    if (before !== now) beginAgain()
  }

  function beginAgain(): void {
    watcher?.close()
    watcher = undefined
    void noteAll()
    retry ??= setTimeout(() => {
      retry = undefined
      begin()
    }, retryAfter).unref()
  }

  const changedLinks = createLinkCheck(path)

  async function poll(): Promise<void> {
    void checkFolder()
    for (const file of await changedLinks()) note(file)
  }

  begin()
  void poll()
  const polling = setInterval(poll, pollEvery).unref()
  return {
    async close() {
      isClosed = true
      clearInterval(polling)
      watcher?.close()
      clearTimeout(timer)
      clearTimeout(retry)
      await going
    },
  }
}

/** Tells a folder from another one of its name. */
async function identityOf(folder: string): Promise<string | undefined> {
  const found = await stat(folder).catch(() => undefined)
  return found && `${found.dev} ${found.ino}`
}

/** Resolves to the links of which the targets have changed since the call before. */
function createLinkCheck(path: MockPath): () => Promise<readonly string[]> {
  const targets = new Map<string, string>()
  return async () => {
    const changed: string[] = []
    for (const file of await path.links().catch(() => [])) {
      const found = await stat(pathOf(path, file)).catch(() => undefined)
      const now = found ? `${found.ino} ${found.mtimeMs} ${found.size}` : ''
      const before = targets.get(file)
      targets.set(file, now)
      if (before !== undefined && before !== now) changed.push(file)
    }
    return changed
  }
}
