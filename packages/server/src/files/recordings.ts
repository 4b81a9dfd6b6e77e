// A folder of recordings, for tests: read at the start, and written when there are new ones.
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { codeOf } from '@mock-endpoint/core'
import { indentRule, isSameRecording, runYielding } from '@mock-endpoint/core/documents'
import type { MockRecords } from '@mock-endpoint/core/mock'
import { createMockFiles, type MockFiles, readAll } from './mock-files.ts'
import { findMocks } from './mock-path.ts'
import type { Mocks } from './mocks.ts'
import { refuseFaults } from './read-mocks.ts'
import { createPlan } from './save.ts'
import { writeTexts } from './write-texts.ts'

/** The contents of a folder of recordings. */
export interface FoundRecordings extends Pick<MockRecords, 'endpoints'> {
  /** The rules as JSON, by id, in order. Rules that forward requests are left out. */
  readonly rules: ReadonlyMap<string, string>
}

/** Resolves to `undefined` if there is no such folder. Rejects if its files have faults. */
export async function readRecordings(to: string): Promise<FoundRecordings | undefined> {
  const found = await openFolder(to)
  if (!found) return undefined
  const { endpoints, rules } = found.mocks
  const kept = rules.filter(({ json }) => !forwards(json))
  return {
    endpoints: [...endpoints.values()].map(({ endpoint }) => endpoint),
    rules: new Map(kept.map(({ id, json }) => [id, json])),
  }
}

/**
 * Adds rules to a folder, or replaces those with the same ids. A rule whose new responses are the
 * same stays as it is. Rejects when the folder cannot be written.
 */
export async function writeRecordings(
  to: string,
  recorded: ReadonlyMap<string, string>,
): Promise<void> {
  if (recorded.size === 0) return
  await mkdir(to, { recursive: true })
  const unlock = await lock(join(to, '.lock'))
  try {
    await addTo(to, recorded)
  } finally {
    await unlock()
  }
}

/** Locks a folder, because other processes with other test files may write to it. */
async function lock(path: string): Promise<() => Promise<void>> {
  const unlock = (): Promise<void> => rm(path, { recursive: true, force: true })
  for (let tries = 1; ; tries += 1) {
    const error = await mkdir(path).then(
      () => undefined,
      (error: unknown) => error,
    )
    if (!error) return unlock
    if (codeOf(error) !== 'EEXIST') throw error
    await sleep(lockedFor / mostTries)
    // The process that made the lock was killed.
    if (tries % mostTries === 0) await unlock()
  }
}

/** Milliseconds until a lock counts as abandoned, because no write takes as long. */
const lockedFor = 10_000
const mostTries = 500

async function addTo(path: string, recorded: ReadonlyMap<string, string>): Promise<void> {
  const { files, mocks } = (await openFolder(path)) ?? {}
  if (!files) return
  const before = new Map(mocks?.rules.map(({ id, json }) => [id, json]))
  const rules = new Map<string, string>()
  for (const [id, json] of recorded) {
    const former = before.get(id)
    const isSame = former !== undefined && (await isSameRecording(former, json))
    if (!isSame) rules.set(id, await runYielding(indentRule(json, '    ')))
  }
  await writeTexts(files, await createPlan(files)({ endpoints: new Map(), rules }))
}

interface OpenFolder {
  readonly files: MockFiles
  readonly mocks: Mocks
}

async function openFolder(to: string): Promise<OpenFolder | undefined> {
  const path = await findMocks(to, to).catch((error: Error) => {
    if (codeOf(error.cause) === 'ENOENT') return undefined
    throw error
  })
  if (!path) return undefined
  if (!path.isFolder) throw new Error(`${path.given} is a file: recordings are kept in a folder.`)
  const files = createMockFiles(path)
  await readAll(files)
  const mocks = files.mocks()
  refuseFaults(path, mocks.faults)
  return { files, mocks }
}

function forwards(json: string): boolean {
  if (!json.includes('"forward"')) return false
  const { response, responses = [response] } = JSON.parse(json)
  return responses.some((each: object | undefined) => each && Object.hasOwn(each, 'forward'))
}
