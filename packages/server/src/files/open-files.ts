// Opens a folder or a file to serve: its store, the reports about it, and its watch.

import { access, constants, readdir, rm } from 'node:fs/promises'
import {
  codeOf,
  type EndpointStore,
  type FileFault,
  type Files,
  oneAtATime,
} from '@mock-endpoint/core'
import { createMemoryStore } from '@mock-endpoint/core/memory'
import type { NextRules } from './apply-mocks.ts'
import { noBodies } from './body-files.ts'
import type { Contents } from './contents.ts'
import { createFileStore } from './file-store.ts'
import { createMockFiles, readAll } from './mock-files.ts'
import { type MockPath, pathOf } from './mock-path.ts'
import { createSavingStore } from './saving-store.ts'
import { type Watch, watchMocks } from './watch.ts'
import { isDraft } from './whole-file.ts'

export interface OpenFilesOptions {
  readonly path: MockPath
  /** Whether changes of the files take effect at once. */
  readonly watches: boolean
  /** Whether changes by calls are saved to the files. */
  readonly saves: boolean
  /** Maximum memory for endpoints and rules, in bytes. */
  readonly memoryBytes: number | undefined
  /** Called once with each fault. */
  readonly onFault: (fault: FileFault) => void
  /** Called with the changed files that have no faults, and the files that are gone. */
  readonly onChange: (changed: readonly string[], gone: readonly string[]) => void
  /** Called with the error if the watch fails. */
  readonly onError: (error: unknown) => void
}

export interface OpenFiles {
  readonly store: EndpointStore
  readonly files: Files
  /** Returns the ports of endpoints that have their own port, by name. */
  ports(): ReadonlyMap<string, number>
  /**
   * Adds the temporary rules, and begins to watch. Call it when the service runs. After each change
   * of files, `onPorts` is called with the ports of endpoints that have their own port.
   */
  begin(rules: NextRules, onPorts?: (ports: ReadonlyMap<string, number>) => void): Promise<void>
  /** Ends the watch. The store stays open. */
  close(): Promise<void>
}

const mostFaults = 100

/** Reads the files. A fault in one file does not prevent the others from being served. */
export async function openFiles(options: OpenFilesOptions): Promise<OpenFiles> {
  const { path, watches, saves, memoryBytes, onFault, onChange, onError } = options
  const files = createMockFiles(path)
  const inner = createMemoryStore({ maxBytes: memoryBytes })
  const fileStore = createFileStore(inner)
  const inOrder = oneAtATime()
  const told = new Set<string>()
  const seen = new Map<string, Pick<Contents, 'text' | 'bodies'>>()
  let watch: Watch | undefined

  const faults = (): readonly FileFault[] => [...files.mocks().faults, ...fileStore.faults()]

  function tellFaults(): void {
    const all = faults()
    const keys = new Set(all.map(keyOf))
    for (const key of told) if (!keys.has(key)) told.delete(key)
    for (const fault of all) {
      if (told.has(keyOf(fault))) continue
      told.add(keyOf(fault))
      onFault(fault)
    }
  }

  /** Returns the files that have changed since the last call. */
  function findChanges(): {
    readonly changed: readonly string[]
    readonly gone: readonly string[]
  } {
    const gone = [...seen.keys()].filter((file) => !files.contents(file))
    for (const file of gone) seen.delete(file)
    const changed: string[] = []
    for (const file of files.names()) {
      const { text, bodies } = files.contents(file) ?? { text: '', bodies: noBodies }
      const before = seen.get(file)
      if (before?.text !== text || before.bodies !== bodies) changed.push(file)
      seen.set(file, { text, bodies })
    }
    return { changed, gone }
  }

  let tellPorts: (ports: ReadonlyMap<string, number>) => void = () => {}

  async function apply(): Promise<void> {
    const { changed, gone } = findChanges()
    const isSame = changed.length + gone.length === 0
    if (isSame && told.size === 0 && faults().length === 0) return
    await fileStore.apply(files.mocks())
    tellFaults()
    if (isSame) return
    // The faults of the other files were reported above.
    const taken = changed.filter((file) => files.contents(file)?.faults.length === 0)
    if (taken.length + gone.length > 0) onChange(taken, gone)
    tellPorts(files.mocks().serve)
  }

  if (saves) await prepareToSave(path)
  await readAll(files)
  findChanges()
  await fileStore.apply(files.mocks())
  tellFaults()

  return {
    store: saves
      ? createSavingStore({ files, fileStore, inner, oneAtATime: inOrder, onSaved: findChanges })
      : fileStore.store,
    files: {
      originOf: fileStore.originOf,
      restore: (what) => inOrder(() => fileStore.restore(what)),
      health() {
        const all = faults()
        const about = { from: path.given, watched: watches, saved: saves }
        return { ...about, faulty: all.length, faults: all.slice(0, mostFaults) }
      },
    },
    ports: () => files.mocks().serve,
    async begin(rules, onPorts = () => {}) {
      tellPorts = onPorts
      await fileStore.useNextRules(rules)
      if (!watches) return
      watch = watchMocks({ path, files, looked: apply, oneAtATime: inOrder, onError })
    },
    async close() {
      await watch?.close()
    },
  }
}

function keyOf({ file, line, column, detail }: FileFault): string {
  return `${file}:${line}:${column}:${detail}`
}

/**
 * Removes the temporary files of a process that was killed while it saved. Rejects with an `Error`
 * when the folder is not writable.
 */
async function prepareToSave(path: MockPath): Promise<void> {
  await access(path.folder, constants.W_OK).catch((cause: unknown) => {
    const message = `${path.given} cannot be written (${codeOf(cause)}): leave out --write, or allow it.`
    throw new Error(message, { cause })
  })
  const left = (await readdir(path.folder)).filter(isDraft)
  await Promise.all(left.map((file) => rm(pathOf(path, file), { force: true })))
}
