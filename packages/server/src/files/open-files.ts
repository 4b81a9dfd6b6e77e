// A folder or a file as a service: its store, what is told of it, and the watch over it.

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
  /** Whether what calls change is saved to the files. */
  readonly saves: boolean
  /** How many bytes of memory endpoints and rules may take. */
  readonly memoryBytes: number | undefined
  /** Is told once of each fault. */
  readonly onFault: (fault: FileFault) => void
  /** Is told the files whose content has changed, and those that are gone. */
  readonly onChange: (changed: readonly string[], gone: readonly string[]) => void
  /** Is told what keeps the watch from working. */
  readonly onError: (error: unknown) => void
}

export interface OpenFiles {
  readonly store: EndpointStore
  readonly files: Files
  /** The ports that endpoints have to themselves, by name. */
  ports(): ReadonlyMap<string, number>
  /**
   * Adds the temporary rules, and begins to watch: to be called when the service is there. `onPorts` is
   * told the ports that endpoints have to themselves after each change of files.
   */
  begin(rules: NextRules, onPorts?: (ports: ReadonlyMap<string, number>) => void): Promise<void>
  /** Ends the watch. The store stays open. */
  close(): Promise<void>
}

const mostFaults = 100

/** Reads the files. A fault in one of them keeps no other from being served. */
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

  /** The files that are not as they were when this was called last. */
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
    // What is wrong with the others was told.
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
 * Removes what a process that was killed while it saved has left. Rejects with an `Error` when nothing
 * can be written there.
 */
async function prepareToSave(path: MockPath): Promise<void> {
  await access(path.folder, constants.W_OK).catch((cause: unknown) => {
    const message = `${path.given} cannot be written (${codeOf(cause)}): leave out --write, or allow it.`
    throw new Error(message, { cause })
  })
  const left = (await readdir(path.folder)).filter(isDraft)
  await Promise.all(left.map((file) => rm(pathOf(path, file), { force: true })))
}
