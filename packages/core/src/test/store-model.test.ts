import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { MemoryLevel } from 'memory-level'
import { describe, expect, test } from 'vitest'
import { openLevelStore } from '../level.ts'
import { createMemoryStore } from '../memory.ts'
import type { Endpoint } from '../model/endpoint/endpoint.ts'
import type { EndpointStore, NameRange, StoredRule } from '../model/store/store.ts'
import { all, allIn } from '../store-contract/cases.ts'

type Write =
  | { readonly put: Endpoint }
  | { readonly remove: string }
  | { readonly putRule: StoredRule }
  | { readonly removeRule: string }
  | { readonly clearRules: string | undefined }
  | { readonly putAll: { readonly endpoints: Endpoint[]; readonly rules: StoredRule[] } }
  | 'clear'
type Step =
  | { readonly writeTogether: readonly Write[] }
  | { readonly get: string }
  | { readonly list: NameRange }
  | { readonly getRule: string }
  | { readonly rulesOf: string }
  | { readonly namesWithRules: NameRange }
  | 'count'
  | 'reopen'

/** The expected contents of a store. Rules are in the order in which they were put. */
interface Model {
  readonly endpoints: Map<string, Endpoint>
  rules: readonly StoredRule[]
}

/** Few names, so that steps share them, with code units on either side of the surrogates. */
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
const id = fc.constantFrom('1', '2', '10', 'a', '\uffff')
const rule = fc.record({ id, endpoint: name, text: fc.string() }, { noNullPrototype: true })
const positive = endpoint.map((each) => ({ ...each, delay: each.delay + 0 }))
const records = fc.record({
  endpoints: fc.array(positive, { maxLength: 4 }),
  rules: fc.array(rule, { maxLength: 4 }),
})
const write: fc.Arbitrary<Write> = fc.oneof(
  { weight: 6, arbitrary: positive.map((put) => ({ put })) },
  { weight: 3, arbitrary: records.map((putAll) => ({ putAll })) },
  { weight: 3, arbitrary: name.map((remove) => ({ remove })) },
  { weight: 6, arbitrary: rule.map((putRule) => ({ putRule })) },
  { weight: 2, arbitrary: id.map((removeRule) => ({ removeRule })) },
  { weight: 1, arbitrary: fc.option(name, { nil: undefined }).map((of) => ({ clearRules: of })) },
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
  { weight: 1, arbitrary: id.map((getRule) => ({ getRule })) },
  { weight: 2, arbitrary: name.map((rulesOf) => ({ rulesOf })) },
  { weight: 1, arbitrary: range.map((namesWithRules) => ({ namesWithRules })) },
  { weight: 1, arbitrary: fc.constant('count' as const) },
  { weight: 1, arbitrary: fc.constant('reopen' as const) },
)
const steps = fc.array(step, { minLength: 1, maxLength: 40 })

describe('stores compared with a model', () => {
  test('a memory store behaves like a sorted Map and a list of rules', async () => {
    const property = fc.asyncProperty(steps, async (run) => {
      const store = createMemoryStore()
      // Not reopened, because it would be empty.
      await compare(store, run, async () => store)
    })
    await fc.assert(property, { numRuns: 300 })
  })

  test('a LevelDB store behaves like a sorted Map and a list of rules', async () => {
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

  test('a MemoryLevel store behaves like a sorted Map and a list of rules', async () => {
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

/** Runs the steps on the store and on a model. Compares the result of each step, and the end. */
async function compare(
  opened: EndpointStore,
  run: readonly Step[],
  reopen: (store: EndpointStore) => Promise<EndpointStore>,
): Promise<void> {
  const model: Model = { endpoints: new Map(), rules: [] }
  let store = opened
  try {
    for (const each of run) {
      if (each === 'reopen') store = await reopen(store)
      else await check(store, model, each)
    }
    store = await reopen(store)
    await check(store, model, { list: {} })
    await check(store, model, { namesWithRules: {} })
    for (const each of new Set(model.rules.map((rule) => rule.endpoint))) {
      await check(store, model, { rulesOf: each })
    }
    await check(store, model, 'count')
  } finally {
    await store.close()
  }
}

async function check(
  store: EndpointStore,
  model: Model,
  step: Exclude<Step, 'reopen'>,
): Promise<void> {
  const { endpoints, rules } = model
  if (step === 'count') {
    expect(await store.count()).toBe(endpoints.size)
    expect(await store.countRules()).toBe(rules.length)
  } else if ('get' in step) {
    expect(await store.get(step.get)).toStrictEqual(endpoints.get(step.get))
  } else if ('list' in step) {
    const names = inRange(endpoints.keys(), step.list)
    const expected = names.map((each) => endpoints.get(each))
    expect(await all(store.list(step.list))).toStrictEqual(expected)
    expect(await allIn(store.names(step.list))).toEqual(names)
  } else if ('getRule' in step) {
    const expected = rules.find((each) => each.id === step.getRule)
    expect(await store.getRule(step.getRule)).toStrictEqual(expected)
  } else if ('rulesOf' in step) {
    const expected = rules.filter((each) => each.endpoint === step.rulesOf)
    expect(await store.rulesOf(step.rulesOf)).toStrictEqual(expected)
    expect(await store.countRules(step.rulesOf)).toBe(expected.length)
  } else if ('namesWithRules' in step) {
    const names = new Set(rules.map((each) => each.endpoint))
    const expected = inRange(names, step.namesWithRules)
    expect(await all(store.namesWithRules(step.namesWithRules))).toEqual(expected)
  } else {
    const results = step.writeTogether.map((each) => writeTo(store, each))
    const expected = step.writeTogether.map((each) => writeToModel(model, each))
    expect(await Promise.all(results)).toEqual(expected)
  }
}

function writeTo(store: EndpointStore, write: Write): Promise<unknown> {
  if (write === 'clear') return store.clear()
  if ('put' in write) return store.put(write.put)
  if ('remove' in write) return store.remove(write.remove)
  if ('putRule' in write) return store.putRule(write.putRule)
  if ('putAll' in write) return store.putAll(write.putAll.endpoints, write.putAll.rules)
  if ('removeRule' in write) return store.removeRule(write.removeRule)
  return store.clearRules(write.clearRules)
}

function writeToModel(model: Model, write: Write): unknown {
  const { endpoints } = model
  if (write === 'clear') {
    const { size } = endpoints
    endpoints.clear()
    model.rules = []
    return size
  }
  if ('put' in write) return void endpoints.set(write.put.name, write.put)
  if ('putRule' in write) return putRule(model, write.putRule)
  if ('putAll' in write) {
    for (const put of write.putAll.endpoints) endpoints.set(put.name, put)
    for (const each of write.putAll.rules) putRule(model, each)
    return undefined
  }
  if ('removeRule' in write) return removeRules(model, (each) => each.id === write.removeRule) === 1
  if ('clearRules' in write) {
    const { clearRules } = write
    return removeRules(model, ({ endpoint: of }) => clearRules === undefined || of === clearRules)
  }
  const existed = endpoints.delete(write.remove)
  if (existed) removeRules(model, (each) => each.endpoint === write.remove)
  return existed
}

function putRule(model: Model, put: StoredRule): undefined {
  const isInPlace = (each: StoredRule): boolean =>
    each.id === put.id && each.endpoint === put.endpoint
  if (model.rules.some(isInPlace)) {
    model.rules = model.rules.map((each) => (isInPlace(each) ? put : each))
  } else {
    model.rules = [...model.rules.filter((each) => each.id !== put.id), put]
  }
}

function removeRules(model: Model, isRemoved: (rule: StoredRule) => boolean): number {
  const before = model.rules.length
  model.rules = model.rules.filter((each) => !isRemoved(each))
  return before - model.rules.length
}

function inRange(names: Iterable<string>, { prefix = '', after = '' }: NameRange): string[] {
  return [...names]
    .filter((each) => each.startsWith(prefix) && byBytes(each, after) > 0)
    .toSorted(byBytes)
}

function byBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}
