import { describe, expect, expectTypeOf, test } from 'vitest'
import { createJournal, type Journal } from './journal/journal.ts'
import { describeJournal, type OpenJournal, type TestRunner } from './journal-contract.ts'

describeJournal('the journal in memory', createJournal, { describe, test })

/** The error message of each test by its name. Empty if it passed. */
type Said = Readonly<Record<string, string>>

/** Runs all tests of the contract at once, because some may wait in vain for a broken journal. */
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

test('a journal that breaks the contract fails tests, and is closed after each one', async () => {
  const open = new Set<Journal>()
  const said = await run((options) => {
    const journal = { ...createJournal(options), get: async () => undefined }
    open.add(journal)
    return {
      ...journal,
      close() {
        open.delete(journal)
        journal.close()
      },
    }
  })
  const told = Object.values(said).filter((message) => message !== '')
  expect(told.length).toBeGreaterThan(5)
  for (const message of told) expect(message.length).toBeLessThan(500)
  expect([...open]).toEqual([])
})

test('the tests of the contract are in one group with the name of the journal', () => {
  const groups: string[] = []
  describeJournal('my journal', createJournal, {
    describe: (name) => groups.push(name),
    test: () => expect.unreachable(),
  })
  expect(groups).toEqual(['my journal'])
})

test('the functions of Vitest and node:test run the contract unchanged', () => {
  expectTypeOf({ describe, test }).toExtend<TestRunner>()
  expectTypeOf<typeof import('node:test')>().toExtend<TestRunner>()
})
