import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { MemoryLevel } from 'memory-level'
import { describe, expect, test } from 'vitest'
import { openLevelStore } from '../level.ts'
import { createMemoryStore } from '../memory.ts'
import type { Endpoint } from '../model/endpoint.ts'
import type { EndpointStore, NameRange } from '../model/store.ts'
import { all } from '../store-contract/cases.ts'

type Write = Endpoint | { readonly remove: string } | 'clear'
type Step =
  | { readonly writeTogether: readonly Write[] }
  | { readonly get: string }
  | { readonly list: NameRange }
  | 'count'
  | 'reopen'

/** Few names, so that they meet; with a unit on either side of the surrogates. */
const name = fc.oneof(
  fc.constantFrom('a', 'ab', 'b', '__proto__', '\ud7ff', '\ue000', '\uffff', '\u{10000}'),
  fc.string({ unit: fc.constantFrom('a', '\uffff', '\u{1f600}'), minLength: 1, maxLength: 3 }),
)
const endpoint = fc.record(
  {
    name,
    data: fc.oneof(fc.json(), fc.constantFrom('1.10', ' [ ] ', '"\u2028"')),
    statusCode: fc.integer({ min: 200, max: 599 }),
    delay: fc.oneof(fc.nat(2_147_483_647), fc.double({ min: 0, max: 10, noNaN: true })),
  },
  { noNullPrototype: true },
)
const write: fc.Arbitrary<Write> = fc.oneof(
  { weight: 6, arbitrary: endpoint.map((each) => ({ ...each, delay: each.delay + 0 })) },
  { weight: 3, arbitrary: name.map((remove) => ({ remove })) },
  { weight: 1, arbitrary: fc.constant('clear' as const) },
)
const range = fc.record({ prefix: name, after: name }, { requiredKeys: [], noNullPrototype: true })
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .array(write, { minLength: 1, maxLength: 5 })
      .map((writeTogether) => ({ writeTogether })),
  },
  { weight: 2, arbitrary: name.map((get) => ({ get })) },
  { weight: 3, arbitrary: range.map((list) => ({ list })) },
  { weight: 1, arbitrary: fc.constant('count' as const) },
  { weight: 1, arbitrary: fc.constant('reopen' as const) },
)
const steps = fc.array(step, { minLength: 1, maxLength: 40 })

describe('a store is a Map in the order of names', () => {
  test('in memory', async () => {
    const property = fc.asyncProperty(steps, async (run) => {
      const store = createMemoryStore()
      // Nothing would be left of it.
      await compare(store, run, async () => store)
    })
    await fc.assert(property, { numRuns: 300 })
  })

  test('on LevelDB', async () => {
    const property = fc.asyncProperty(steps, async (run) => {
      const folder = await mkdtemp(join(tmpdir(), 'mock-endpoint-model-'))
      try {
        await compareReopening(() => openLevelStore(folder), run)
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    })
    await fc.assert(property, { numRuns: 100 })
  })

  test('on a database in memory', async () => {
    const property = fc.asyncProperty(steps, async (run) => {
      const db = new MemoryLevel()
      await compareReopening(() => openLevelStore(db), run)
    })
    await fc.assert(property, { numRuns: 200 })
  })
})

async function compareReopening(
  open: () => Promise<EndpointStore>,
  run: readonly Step[],
): Promise<void> {
  await compare(await open(), run, async (store) => {
    await store.close()
    return open()
  })
}

/** Runs the steps on the store and on a Map, and compares what each step says, and the end. */
async function compare(
  opened: EndpointStore,
  run: readonly Step[],
  reopen: (store: EndpointStore) => Promise<EndpointStore>,
): Promise<void> {
  const model = new Map<string, Endpoint>()
  let store = opened
  try {
    for (const each of run) {
      if (each === 'reopen') store = await reopen(store)
      else await check(store, model, each)
    }
    store = await reopen(store)
    await check(store, model, { list: {} })
    await check(store, model, 'count')
  } finally {
    await store.close()
  }
}

async function check(
  store: EndpointStore,
  model: Map<string, Endpoint>,
  step: Exclude<Step, 'reopen'>,
): Promise<void> {
  if (step === 'count') {
    expect(await store.count()).toBe(model.size)
  } else if ('get' in step) {
    expect(await store.get(step.get)).toStrictEqual(model.get(step.get))
  } else if ('list' in step) {
    const expected = inRange(model, step.list)
    expect(await all(store.list(step.list))).toStrictEqual(expected)
    expect(await all(store.names(step.list))).toEqual(expected.map((each) => each.name))
  } else {
    const results = step.writeTogether.map((each) => writeTo(store, each))
    const expected = step.writeTogether.map((each) => writeToMap(model, each))
    expect(await Promise.all(results)).toEqual(expected)
  }
}

function writeTo(store: EndpointStore, write: Write): Promise<unknown> {
  if (write === 'clear') return store.clear()
  return 'remove' in write ? store.remove(write.remove) : store.put(write)
}

function writeToMap(model: Map<string, Endpoint>, write: Write): unknown {
  if (write === 'clear') {
    const { size } = model
    model.clear()
    return size
  }
  if ('remove' in write) return model.delete(write.remove)
  model.set(write.name, write)
  return undefined
}

function inRange(model: Map<string, Endpoint>, { prefix = '', after = '' }: NameRange): Endpoint[] {
  return [...model.values()]
    .filter((each) => each.name.startsWith(prefix) && byBytes(each.name, after) > 0)
    .toSorted((a, b) => byBytes(a.name, b.name))
}

function byBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}
