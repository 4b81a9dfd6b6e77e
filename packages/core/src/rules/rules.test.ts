// Limits on the memory that rules take, and use counts that are removed with their rules.
import { describe, expect, test } from 'vitest'
import { createMemoryStore } from '../memory.ts'
import { createNextRules } from './kept/next-rules.ts'
import { createPermanentWeights } from './kept/permanent-weights.ts'
import { createUseCounts } from './kept/use-counts.ts'
import { toRuledRequest } from './match/ruled-request.ts'
import { createRules, type Rules } from './rules.ts'

const mebi = 1024 * 1024

function open(): Rules {
  const store = createMemoryStore({ maxBytes: 1024 * mebi })
  return createRules({ store, write: (_, write) => write() })
}

/** Returns a rule whose text has about this length. */
function ruleOf(length: number, more: object = {}) {
  return { endpoint: 'orders', response: { body: 'x'.repeat(length) }, ...more }
}

test('large rules that replace small ones get no more room than others', async () => {
  const rules = open()
  for (const [id, times] of [
    ['permanent', undefined],
    ['next', 1],
  ] as const) {
    const most = times === undefined ? 32 : 64
    for (let i = 0; i < 10; i++) await rules.add(ruleOf(1, { id: `${id}${i}`, times }))
    let added = 0
    const replacing = async (): Promise<void> => {
      for (let i = 0; i < 10; i++, added++) {
        await rules.add(ruleOf(4.4 * mebi, { id: `${id}${i}`, times }))
      }
    }
    await expect(replacing()).rejects.toMatchObject({ code: 'too-many-rules' })
    // Each counts twice its text: for the text and for the body that is sent.
    expect(added).toBe(Math.floor(most / 8.8))
    // The same rule again takes no more room.
    await rules.add(ruleOf(4.4 * mebi, { id: `${id}0`, times }))
  }
})

const eightThousandChunks = { chunks: Array(8000).fill({ body: '' }) }
const tenThousandResponses = Array(10_000).fill({})

test.each([
  ['of many chunks', 13, { response: eightThousandChunks }],
  ['of many responses', 83, { responses: tenThousandResponses }],
  ['full of escapes', 27, { response: { body: '\u0001'.repeat(200_000) } }],
])('rules %s count with all the memory that they take', async (_, most, members) => {
  const rules = open()
  for (let i = 0; i < most; i++) await rules.add({ endpoint: 'orders', ...members })
  const adding = rules.add({ endpoint: 'orders', ...members })
  await expect(adding).rejects.toMatchObject({ code: 'too-many-rules' })
  expect(await rules.count()).toBe(most)
})

describe('the weight of the rules of an endpoint', () => {
  const most = 1000
  const toAdd = (id: string, weight: number) => {
    const rule = { id, endpoint: 'orders', response: {} }
    return { rule, text: '{"endpoint":"orders","response":{}}', weight }
  }
  function weigh(...texts: readonly string[]) {
    const stored = texts.map((text, i) => ({ id: `s${i}`, endpoint: 'orders', text }))
    let reads = 0
    const rulesOf = () => {
      reads += 1
      return stored
    }
    const { fit, note, settle } = createPermanentWeights({ rulesOf })
    let count = 0
    const isFit = (weight: number, id = `${count++}`) => fit('orders', [toAdd(id, weight)], most)
    /** Adds a rule whose write ends at once. */
    const add = async (weight: number, id = `${count++}`, isWritten = true) => {
      const added = [toAdd(id, weight)]
      const isFit = await fit('orders', added, most)
      if (isFit) settle('orders', added, isWritten)
      return isFit
    }
    return { stored, isFit, add, note, reads: () => reads }
  }

  test('the stored rules are read once, however many rules are added', async () => {
    const { add, reads } = weigh()
    for (let i = 0; i < 10; i++) expect(await add(100)).toBe(true)
    expect(reads()).toBe(1)
    // The store has none of them, as if all were removed or never written.
    expect(await add(100)).toBe(true)
    expect(reads()).toBe(2)
  })

  test('rules that are added at the same time count together', async () => {
    const { isFit, reads } = weigh()
    const fits = await Promise.all([400, 400, 400].map((weight) => isFit(weight)))
    expect(fits).toEqual([true, true, false])
    expect(reads()).toBe(2)
  })

  test('a replaced rule counts once, and rules that fit in any case count too', async () => {
    const { add, note, reads } = weigh()
    for (let i = 0; i < 5; i++) expect(await add(600, 'same')).toBe(true)
    expect(reads()).toBe(1)
    note('orders', [toAdd('light', 500)])
    expect(await add(501, 'same')).toBe(false)
    expect(await add(500, 'same')).toBe(true)
  })

  test('a stored rule still counts if its replacement was not written', async () => {
    const { stored, add } = weigh('x'.repeat(300))
    const { text } = toAdd('', 0)
    expect(await add(1, 's0', false)).toBe(true)
    expect(await add(401)).toBe(false)
    stored[0] = { id: 's0', endpoint: 'orders', text }
    expect(await add(100)).toBe(true)
  })

  test('a stored text that is not a rule counts twice its length', async () => {
    const { stored, add } = weigh('x'.repeat(300))
    expect(await add(401)).toBe(false)
    expect(await add(400)).toBe(true)
    stored.length = 0
    expect(await add(1000)).toBe(true)
  })
})

test('a request whose client disconnects before it is matched uses up no rule', async () => {
  const rules = open()
  const large = JSON.stringify(Array(40_000).fill(1))
  await rules.add({ endpoint: 'orders', when: { json: large }, response: {}, times: 9 })
  await rules.add({ endpoint: 'other', response: {}, times: 1 })
  const none = {
    ...{ target: '/', hasDefault: true, segments: [], headers: [], isBodyWhole: true },
    endpointUrl: () => undefined,
  }
  const post = toRuledRequest({ method: 'POST', ...none, body: new TextEncoder().encode(large) })
  const get = toRuledRequest({ method: 'GET', ...none, body: new Uint8Array(0) })
  const stays = (): boolean => false
  // These take so long that the requests after them have to wait.
  for (let i = 0; i < 2; i++) void rules.choose('orders', undefined, post, stays)
  const left = rules.choose('other', undefined, get, () => true)
  const waits = rules.choose('other', undefined, get, stays)
  expect(left).toBeInstanceOf(Promise)
  expect(await left).toBeUndefined()
  expect(await waits).toBeDefined()
})

test('a rule that moves to another endpoint counts for that endpoint', async () => {
  const rules = open()
  for (let i = 0; i < 1000; i++) await rules.add(ruleOf(1))
  await rules.add({ ...ruleOf(1), id: 'mover', endpoint: 'other' })
  const moving = rules.add({ ...ruleOf(1), id: 'mover' })
  await expect(moving).rejects.toMatchObject({ code: 'too-many-rules' })
})

test('only the last two of ten large rules are kept after they are used up', () => {
  const next = createNextRules()
  for (let i = 0; i < 10; i++) {
    const rule = { ...ruleOf(1), id: `${i}`, times: 1 }
    next.add(rule, 4 * mebi)
    const [added] = next.of('orders') ?? []
    if (added) next.use(added)
  }
  const kept = Array.from({ length: 10 }, (_, i) => next.get(`${i}`)?.id)
  expect(kept.filter((id) => id !== undefined)).toEqual(['8', '9'])
  expect(next.get('9')).toMatchObject({ used: 1, left: 0 })
})

test('use counts are removed with their endpoint or rule', () => {
  const counts = createUseCounts()
  const [one, other] = [
    { endpoint: 'a', id: '1' },
    { endpoint: 'b', id: '1' },
  ]
  for (const rule of [one, one, other]) counts.add(rule)
  expect([counts.of(one), counts.of(other)]).toEqual([2, 1])
  counts.clear('a')
  expect([counts.of(one), counts.of(other)]).toEqual([0, 1])
  counts.forget(other)
  expect(counts.of(other)).toBe(0)
})
