// Services that tests record. The snapshot setting of Vitest applies to recordings too.
import { relative } from 'node:path'
import type { OptionCheck } from '@mock-endpoint/core/mock'
import { type RunnerTestCase, type RunnerTestSuite, TestRunner } from 'vitest'
import type { MockServer, RecordedEndpoint, RecordMode } from '../mock-server.ts'

/** The action for recordings that answered no request in all tests of a file. */
export type OnUnusedRecording = 'error' | 'warn' | 'ignore'

/** The check of the option. */
export const unusedRecordingCheck: OptionCheck = [
  (value) => ['error', 'warn', 'ignore'].includes(String(value)),
  "'error', 'warn' or 'ignore'",
]

/** The snapshot setting of Vitest: `all` writes snapshots again, `new` adds missing ones. */
interface VitestWorker {
  readonly config?: { readonly snapshotOptions?: { readonly updateSnapshot?: string } }
}

const modes: Readonly<Record<string, RecordMode>> = { all: 'record', new: 'new', none: 'replay' }

/** Returns the mode for the snapshot setting, or `undefined` if Vitest does not expose it. */
function modeNow(): RecordMode | undefined {
  const { __vitest_worker__: worker } = globalThis as { __vitest_worker__?: VitestWorker }
  return modes[worker?.config?.snapshotOptions?.updateSnapshot ?? '']
}

/** The recordings of the tests of a server. */
export interface TestRecordings {
  /** Makes the snapshot setting of Vitest the default mode of `record`. */
  useOn<Api extends object>(server: MockServer<Api>): void
  /** Begins a test. At the end of its file, its unused recordings are reported. */
  begin(test: RunnerTestCase): void
}

export function createTestRecordings(policy: OnUnusedRecording): TestRecordings {
  const recorded = new Set<RecordedEndpoint>()
  let current: RunnerTestCase | undefined

  function watch(): void {
    if (!current || policy === 'ignore') return
    for (const each of recorded) watchAtEnd(current.file, each, policy)
    recorded.clear()
  }

  return {
    useOn(server) {
      const { record } = server
      Object.assign(server, {
        record: async (...[name, options]: Parameters<typeof record>) => {
          const made = await record(name, { ...options, mode: options?.mode ?? modeNow() })
          recorded.add(made)
          watch()
          return made
        },
      })
    },
    begin(test) {
      current = test
      watch()
    },
  }
}

/** The recorded endpoints of each file's tests, by folder. */
const watched = new WeakMap<RunnerTestSuite, Map<string, Set<RecordedEndpoint>>>()

function watchAtEnd(file: RunnerTestSuite, made: RecordedEndpoint, policy: 'error' | 'warn'): void {
  const folders = watched.get(file) ?? new Map<string, Set<RecordedEndpoint>>()
  if (!watched.has(file)) watched.set(file, folders)
  const known = folders.get(made.to)
  if (known) {
    known.add(made)
    return
  }
  const all = new Set([made])
  folders.set(made.to, all)
  TestRunner.getSuiteHooks(file).afterAll.push(async () => {
    if (havePassed(file)) reportUnused(made.to, unusedOf(all), policy)
  })
}

/** Returns the recordings that no server used. Each concurrent test has its own server. */
function unusedOf([first, ...others]: Iterable<RecordedEndpoint>): readonly string[] {
  const unused = first?.unused() ?? []
  const rest = others.map((each) => new Set(each.unused()))
  return unused.filter((id) => rest.every((ids) => ids.has(id)))
}

/** Whether all tests ran and passed. Others may need recordings that these do not. */
function havePassed({ tasks }: RunnerTestSuite): boolean {
  return tasks.every((task) => {
    if (task.mode === 'todo') return true
    return task.type === 'suite' ? havePassed(task) : task.result?.state === 'pass'
  })
}

function reportUnused(to: string, ids: readonly string[], policy: 'error' | 'warn'): void {
  if (ids.length === 0) return
  const folder = relative(process.cwd(), to)
  const shown = ids.slice(0, mostShown).map((id) => `  ${id}`)
  const more = ids.length > mostShown ? [`  and ${ids.length - mostShown} more`] : []
  const were = ids.length === 1 ? '1 recording was' : `${ids.length} recordings were`
  const message = [
    `${were} not used in ${folder}. Remove them there, or, if other tests use them, set onUnusedRecording: 'ignore' in the options of the mock server.`,
    ...shown,
    ...more,
  ].join('\n')
  if (policy === 'error') throw new Error(message)
  // biome-ignore lint/suspicious/noConsole: this is where a warning of a test is seen
  console.warn(message)
}

const mostShown = 20
