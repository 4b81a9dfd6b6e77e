// A service on a folder of files, for tests.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createApp, createFetch, type FileFault } from '@mock-endpoint/core'
import { type Control, createWire } from '@mock-endpoint/core/client'
import { test as base, type TestAPI } from 'vitest'
import { findMocks } from '../files/mock-path.ts'
import { type OpenFiles, openFiles } from '../files/open-files.ts'

/** Texts of files by their paths in the folder. `undefined` removes a file. */
type FileTexts = Readonly<Record<string, string | Uint8Array | undefined>>

export interface Served {
  readonly folder: string
  readonly control: Control
  readonly faults: readonly FileFault[]
  readonly notes: readonly string[]
  /** Resolves to the status, a space and the body of a response. */
  get(path: string, init?: RequestInit): Promise<string>
  fetch(path: string): Promise<Response>
  write(files: FileTexts): Promise<void>
  read(file: string): Promise<string>
}

interface ServeOptions {
  /** The served file or folder in the folder. Default: all of it. */
  readonly file?: string
  readonly watches?: boolean
  readonly saves?: boolean
  readonly memoryBytes?: number
}

async function writeFiles(folder: string, files: FileTexts): Promise<void> {
  for (const [file, text] of Object.entries(files)) {
    const path = join(folder, file)
    await mkdir(dirname(path), { recursive: true })
    if (text === undefined) await rm(path, { force: true })
    else await writeFile(path, text)
  }
}

type Serve = (files: FileTexts, options?: ServeOptions) => Promise<Served>

/** `test` with `serve`, which writes files to a folder and serves it until the end of the test. */
export const test: TestAPI<{ serve: Serve }> = base.extend<{ serve: Serve }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the parameter that nothing is used
  async serve({}, use) {
    const opened: OpenFiles[] = []
    const folders: string[] = []
    await use(async (texts, { file = '', watches = false, saves = false, memoryBytes } = {}) => {
      const folder = await mkdtemp(join(tmpdir(), 'mock-endpoint-files-'))
      folders.push(folder)
      await writeFiles(folder, texts)
      const faults: FileFault[] = []
      const notes: string[] = []
      const note = (text: unknown): void => void notes.push(String(text))
      const files = await openFiles({
        path: await findMocks(join(folder, file), folder),
        watches,
        saves,
        memoryBytes,
        onFault: (fault) => faults.push(fault),
        onChange: (changed, gone) => note(`changed ${changed.join(' ')}, gone ${gone.join(' ')}`),
        onError: note,
      })
      opened.push(files)
      const fetch = createFetch(createApp({ store: files.store, files: files.files }))
      const control = createWire({ url: 'http://localhost', fetch })
      await files.begin({
        add: async (rule) => void (await control.addRule(rule)),
        remove: (id) =>
          control.removeRule(id).then(
            () => {},
            () => {},
          ),
      })
      return {
        folder,
        control,
        faults,
        notes,
        fetch: (path) => fetch(`http://localhost/endpoint/${path}`),
        async get(path, init) {
          const response = await fetch(`http://localhost/endpoint/${path}`, init)
          return `${response.status} ${await response.text()}`
        },
        write: (changes) => writeFiles(folder, changes),
        read: (name) => readFile(join(folder, name), 'utf8'),
      }
    })
    for (const files of opened) {
      await files.close()
      await files.store.close()
    }
    for (const folder of folders) await rm(folder, { recursive: true, force: true })
  },
})
