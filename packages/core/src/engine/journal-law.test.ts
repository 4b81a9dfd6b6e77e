// The law of the journal: it is an array of which the first fall out.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { noBody, sizeOf } from './capture.ts'
import type { Entry } from './entry.ts'
import { createJournal } from './journal.ts'

type Step =
  | { readonly arrive: string | null; readonly body: number }
  | { readonly complete: number }
  | 'clear'

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      arrive: fc.constantFrom('a', 'b', null),
      body: fc.constantFrom(0, 1, 500, 3000),
    }),
  },
  { weight: 4, arbitrary: fc.nat(40).map((complete) => ({ complete })) },
  { weight: 1, arbitrary: fc.constant('clear' as const) },
)

interface Kept {
  readonly id: number
  readonly endpoint: string | null
  readonly size: number
  readonly arrived: number
  changed: number
}

const overhead = sizeOf('', '', noBody)

test('it keeps what an array keeps, in count, in bytes, in order and in number', async () => {
  const steps = fc.array(step, { maxLength: 60 })
  const limits = fc.record({
    requests: fc.integer({ min: 1, max: 12 }),
    bytes: fc.integer({ min: 0, max: 16 }).map((n) => n * 700),
  })
  const behaves = fc.property(limits, steps, (options, run) => {
    const journal = createJournal(options)
    const entries: Entry[] = []
    let kept: Kept[] = []
    let dropped = 0
    let position = 0

    const arrive = (endpoint: string | null, length: number): void => {
      const bytes = new Uint8Array(length)
      entries.push(
        journal.arrive({
          endpoint,
          method: 'GET',
          url: '',
          headers: [],
          body: { bytes, length },
        }),
      )
      position += 1
      const size = overhead + length
      kept.push({ id: entries.length, endpoint, size, arrived: position, changed: position })
      const isTooMuch = (): boolean =>
        kept.length > options.requests ||
        (kept.length > 1 && kept.reduce((sum, each) => sum + each.size, 0) > options.bytes)
      while (isTooMuch()) {
        kept.shift()
        dropped += 1
      }
    }
    const complete = (index: number): void => {
      const entry = entries[index]
      if (!entry) return
      const changes = entry.outcome === 'pending'
      journal.complete(entry, { outcome: 'answered', statusCode: 200 })
      const found = kept.find(({ id }) => id === entry.id)
      if (changes && found) found.changed = ++position
    }

    for (const each of run) {
      if (each === 'clear') {
        journal.clear()
        kept = []
        dropped = 0
        position += 1
      } else if ('complete' in each) complete(each.complete)
      else arrive(each.arrive, each.body)

      expect(journal.position).toBe(position)
      expect(journal.dropped).toBe(dropped)
      for (const after of [0, position - 3, position]) {
        const later = kept.filter(({ arrived }) => arrived > after).map(({ id }) => id)
        expect(journal.arrivedAfter(after).map(({ id }) => id)).toEqual(later)
      }
      const changed = kept
        .filter((one) => one.endpoint === 'a' && one.changed > position - 5)
        .sort((a, b) => a.changed - b.changed)
      const answer = journal.changedAfter(position - 5, { endpoint: 'a' })
      expect(answer.map(({ id }) => id)).toEqual(changed.map(({ id }) => id))
      const ids = entries.map(({ id }) => id)
      expect(ids.filter((id) => journal.get(id))).toEqual(kept.map(({ id }) => id))
    }
  })
  await fc.assert(behaves, { numRuns: 300 })
})
