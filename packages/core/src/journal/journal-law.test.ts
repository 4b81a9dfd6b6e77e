// A model test of the journal: it behaves like an array that drops its first elements.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createJournal, type MemoryJournal } from './journal.ts'
import type { JournalEntry } from './recorder.ts'
import { noBody, sizeOf } from './ring/capture.ts'
import { createResponseKeeper } from './ring/kept-response.ts'

type Step =
  | { readonly arrive: string | null; readonly body: number }
  | { readonly complete: number; readonly response: number }
  | 'clear'

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      arrive: fc.constantFrom('a', 'b', null),
      body: fc.constantFrom(0, 1, 500, 3000),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ complete: fc.nat(40), response: fc.constantFrom(0, 1, 500, 3000) }),
  },
  { weight: 1, arbitrary: fc.constant('clear' as const) },
)

const limits = fc.record({
  requests: fc.integer({ min: 1, max: 12 }),
  bytes: fc.integer({ min: 0, max: 16 }).map((n) => n * 700),
})

interface Limits {
  readonly requests: number
  readonly bytes: number
}

interface Kept {
  readonly id: number
  readonly endpoint: string | null
  size: number
  /** The numbers of the steps in which it arrived and last changed. */
  readonly arrived: number
  changed: number
}

const overhead = sizeOf('', '', noBody)
/** The size of a response without headers that has an empty binary body. */
const responseOverhead = createResponseKeeper(1, []).keep({
  headers: [],
  body: new Uint8Array(0),
}).size

/** Creates a journal, and an array of the requests that it should keep. */
function createModel(limits: Limits) {
  const journal = createJournal(limits)
  const entries: JournalEntry[] = []
  let kept: Kept[] = []
  let dropped = 0
  let now = 0

  const isTooMuch = (): boolean =>
    kept.length > limits.requests ||
    (kept.length > 1 && kept.reduce((sum, { size }) => sum + size, 0) > limits.bytes)

  function drop(): void {
    kept.shift()
    dropped += 1
  }

  function arrive(endpoint: string | null, length: number): void {
    const body = { bytes: new Uint8Array(length), length }
    entries.push(journal.arrive({ endpoint, method: 'GET', url: '', headers: [], body }))
    const size = overhead + length
    kept.push({ id: entries.length, endpoint, size, arrived: now, changed: now })
    while (isTooMuch()) drop()
  }

  function complete(index: number, length: number): void {
    const entry = entries[index]
    if (!entry) return
    const found = kept.find(({ id }) => id === entry.id)
    if (entry.outcome === 'pending' && found) {
      found.changed = now
      found.size += responseOverhead + length
      while (isTooMuch() && kept[0] !== found) drop()
    }
    const response = { headers: [], body: new Uint8Array(length) }
    journal.complete(entry, { outcome: 'answered', statusCode: 200, response })
  }

  return {
    journal,
    entries,
    kept: () => kept,
    dropped: () => dropped,
    now: () => now,
    async take(step: Step) {
      now += 1
      if (step === 'clear') {
        await journal.clear()
        kept = []
        dropped = 0
      } else if ('complete' in step) complete(step.complete, step.response)
      else arrive(step.arrive, step.body)
    },
  }
}

/** Resolves to the ids of the requests that a reader of endpoint `a` gets now. */
async function changedAfter(journal: MemoryJournal, after?: string): Promise<number[]> {
  const ending = new AbortController()
  const ids: number[] = []
  setImmediate(() => ending.abort())
  for await (const batch of journal.follow({ endpoint: 'a', after }, ending.signal)) {
    for (const event of batch) if (event.type === 'request') ids.push(event.request.id)
  }
  return ids
}

const idsOf = (requests: readonly { readonly id: number }[]): number[] =>
  requests.map(({ id }) => id)

test('a journal keeps the same requests as an array limited in count and bytes', async () => {
  const steps = fc.array(step, { maxLength: 60, size: 'medium' })
  const behaves = fc.asyncProperty(limits, steps, async (options, run) => {
    const { journal, entries, kept, dropped, now, take } = createModel(options)
    const cursors = [(await journal.page()).next]
    for (const each of run) {
      await take(each)
      cursors.push((await journal.page()).next)
      expect((await journal.page()).dropped).toBe(dropped())
      for (const after of [0, Math.max(0, now() - 3), now()]) {
        const later = kept().filter(({ arrived }) => arrived > after)
        const page = await journal.page({ after: cursors[after], limit: 1000 })
        expect(idsOf(page.requests)).toEqual(idsOf(later))
      }
      const start = Math.max(0, now() - 5)
      const changed = kept()
        .filter((one) => one.endpoint === 'a' && one.changed > start)
        .sort((a, b) => a.changed - b.changed)
      expect(await changedAfter(journal, cursors[start])).toEqual(idsOf(changed))
      expect(idsOf(journal.list())).toEqual(idsOf(kept()))
      const found = await Promise.all(entries.map(({ id }) => journal.get(String(id))))
      expect(idsOf(found.filter((request) => request !== undefined))).toEqual(idsOf(kept()))
    }
  })
  await fc.assert(behaves, { numRuns: 200 })
})
