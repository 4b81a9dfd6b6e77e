import { beforeAll, describe, expect, expectTypeOf, test } from 'vitest'
import { createJournal, type Journal } from './journal/journal.ts'
import { describeJournal, type OpenJournal, type TestRunner } from './journal-contract.ts'
import { type BrokenJournal, openBroken } from './test/broken/broken-journal.ts'
import { brokenPages, brokenRecorders } from './test/broken/broken-pages.ts'
import { brokenStreams } from './test/broken/broken-streams.ts'

const brokenJournals = [...brokenRecorders, ...brokenPages, ...brokenStreams]

describeJournal('the journal in memory', createJournal, { describe, test })

/** What each test said: nothing if it passed. */
type Said = Readonly<Record<string, string>>

/** Runs the contract with a runner of its own: all at once, as a test may wait for what never comes. */
async function run(open: OpenJournal): Promise<Said> {
  const bodies: [name: string, body: () => Promise<void>][] = []
  describeJournal('a journal', open, {
    describe: (_, body) => body(),
    test: (name, body) => bodies.push([name, body]),
  })
  expect(new Set(bodies.map(([name]) => name)).size).toBe(bodies.length)
  const said = bodies.map(async ([name, body]): Promise<[string, string]> => {
    const message = await body().then(
      () => '',
      (error: Error) => error.message,
    )
    return [name, message]
  })
  return Object.fromEntries(await Promise.all(said))
}

const failuresIn = (said: Said): string[] => Object.keys(said).filter((name) => said[name] !== '')

describe('a journal that breaks its contract', () => {
  const saidOf = new Map<BrokenJournal, Said>()

  beforeAll(async () => {
    const runs = brokenJournals.map(async (row) => {
      saidOf.set(row, await run((options) => openBroken(row, options)))
    })
    await Promise.all(runs)
  }, 30_000)

  test.each(brokenJournals)('is told: it $it', (row) => {
    const said = saidOf.get(row) ?? {}
    expect(said[row.fails]).toContain(row.says)
    for (const message of Object.values(said)) expect(message.length).toBeLessThan(500)
  })

  test('fails each test of the contract in one way or another', async () => {
    const failed = new Set([...saidOf.values()].flatMap(failuresIn))
    const said = await run(createJournal)
    expect(failuresIn(said)).toEqual([])
    expect(Object.keys(said)).toHaveLength(82)
    expect(Object.keys(said).filter((name) => !failed.has(name))).toEqual([])
  })
})

test('every journal is closed, whatever the test found', async () => {
  const open = new Set<Journal>()
  const said = await run((options) => {
    const journal = openBroken({ breaks: () => ({ get: async () => undefined }) }, options)
    open.add(journal)
    return {
      ...journal,
      close() {
        open.delete(journal)
        journal.close()
      },
    }
  })
  expect(failuresIn(said).length).toBeGreaterThan(5)
  expect([...open]).toEqual([])
})

test('the tests are in one group, which has the name of the journal', () => {
  const groups: string[] = []
  describeJournal('my journal', createJournal, {
    describe: (name) => groups.push(name),
    test: () => expect.unreachable(),
  })
  expect(groups).toEqual(['my journal'])
})

test('the functions of test runners fit as they are', () => {
  expectTypeOf({ describe, test }).toExtend<TestRunner>()
  expectTypeOf<typeof import('node:test')>().toExtend<TestRunner>()
})
