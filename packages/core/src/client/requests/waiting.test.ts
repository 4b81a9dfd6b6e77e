import { describe, expect, test, vi } from 'vitest'
import { createTestSource, failure, idsOf, openSource } from '../../test/client/request-source.ts'
import type { WaitOptions } from './wait-options.ts'
import { Waiting } from './waiting.ts'

const soon = 20

describe('requests that are handed out', () => {
  test('a wait gets a request that came before it or that comes during it', async () => {
    const { wait, tell } = openSource()
    tell(1)
    expect(await idsOf(wait(1))).toEqual([1])
    const waiting = wait(1)
    tell(2)
    expect(await idsOf(waiting)).toEqual([2])
  })

  test('a request is handed out once, although it ends later', async () => {
    const { wait, tell } = openSource()
    tell(1, { outcome: 'pending', statusCode: null, durationMs: null })
    const [first] = await wait(1)
    expect(first).toMatchObject({ id: 1, outcome: 'pending' })
    tell(1)
    tell(2)
    expect(await idsOf(wait(1))).toEqual([2])
  })

  test('a wait for several requests gets only that many, in order', async () => {
    const { wait, tell } = openSource()
    for (const id of [1, 2, 3, 4, 5]) tell(id)
    expect(await idsOf(wait(3))).toEqual([1, 2, 3])
    expect(await idsOf(wait(2))).toEqual([4, 5])
  })

  test('requests are handed out in order of arrival, although an earlier one ends later', async () => {
    const { wait, tell } = openSource()
    tell(2)
    tell(1)
    expect(await idsOf(wait(2))).toEqual([1, 2])
  })

  test('requests are handed out in their state when the last of them comes', async () => {
    const { wait, tell } = openSource()
    tell(1, { outcome: 'pending', statusCode: null, durationMs: null })
    const waiting = wait(2)
    tell(1)
    tell(2)
    expect((await waiting)[0]).toMatchObject({ id: 1, outcome: 'answered', statusCode: 200 })
  })

  test('a request that was found by a wait that times out goes to a later wait', async () => {
    const { wait, tell } = openSource()
    tell(1)
    await failure(wait(2, { timeout: soon }))
    expect(await idsOf(wait(1))).toEqual([1])
  })

  test('two waits at the same time get different requests', async () => {
    const { wait, tell } = openSource()
    const waits = [wait(1), wait(1)]
    tell(1)
    tell(2)
    expect((await Promise.all(waits.map(idsOf))).flat().sort()).toEqual([1, 2])
  })

  test.each([
    [2, 2],
    [2, 1],
    [1, 2],
    [3, 2],
  ])('two waits for %i and for %i requests get different ones', async (one, other) => {
    const { wait, tell } = openSource()
    const waits = [wait(one), wait(other)]
    for (const id of [1, 2, 3, 4, 5]) {
      tell(id)
      await new Promise(setImmediate)
    }
    const all = (await Promise.all(waits.map(idsOf))).flat()
    expect(all).toHaveLength(one + other)
    expect(new Set(all).size).toBe(one + other)
  })
})

test.each<[number, unknown, string]>([
  [0, undefined, 'it is for 0 requests'],
  [1.5, {}, 'it is for 1.5 requests'],
  [Number.NaN, {}, 'it is for NaN requests'],
  [1, 100, 'the options are 100, and not an object'],
  [1, 'orders', 'the options are orders, and not an object'],
  [1, { where: { method: 'POST' } }, '`where` is not a function'],
  [1, { timeoutMs: 5 }, 'timeoutMs is not one of where, timeout, signal'],
  [1, { timeout: Number.NaN }, 'timeout is NaN, and not a number from 0 up'],
  [1, { timeout: -5 }, 'timeout is -5, and not a number from 0 up'],
  [1, { timeout: '1s' }, 'timeout is 1s, and not a number from 0 up'],
])('a wait for %j requests with the options %j is refused', async (count, options, message) => {
  const error = await failure(openSource().wait(count, options as WaitOptions))
  expect(error).toEqual(new TypeError(`A wait cannot begin: ${message}.`))
})

test('a wait is refused if its `where` returns a promise', async () => {
  const { wait, tell } = openSource()
  tell(1)
  const error = await failure(wait(1, { where: (async () => false) as never }))
  expect(error).toEqual(new TypeError('`where` must return a boolean at once.'))
})

describe('the `where` of a wait', () => {
  test.each([
    ['that is empty', { body: '' }],
    ['that is no JSON', { body: '<p>' }],
    ['that was cut off', { body: '{"id":2', bodyBytes: 70_000, bodyTruncated: true }],
  ])('`where` that reads JSON does not match a body %s', async (_, body) => {
    const { wait, tell } = openSource()
    const waiting = wait(1, { where: ({ json }) => (json as { id: number }).id === 2 })
    tell(1, body)
    tell(2, { body: '{"id":2}' })
    expect(await idsOf(waiting)).toEqual([2])
  })

  test('requests that `where` does not match are left to later waits', async () => {
    const { wait, tell } = openSource()
    for (const id of [1, 2, 3, 4]) tell(id)
    expect(await idsOf(wait(2, { where: ({ id }) => id % 2 === 0 }))).toEqual([2, 4])
    expect(await idsOf(wait(2))).toEqual([1, 3])
  })

  test('`where` is called again when a request ends, until it returns true', async () => {
    const { wait, tell } = openSource()
    tell(1, { outcome: 'pending', statusCode: null, durationMs: null })
    const where = vi.fn(({ statusCode }: { readonly statusCode: number | null }) => !!statusCode)
    const waiting = wait(2, { where })
    await expect.poll(() => where.mock.calls.length).toBe(1)
    tell(1)
    await expect.poll(() => where.mock.calls.length).toBe(2)
    tell(1)
    tell(2)
    expect(await idsOf(waiting)).toEqual([1, 2])
    expect(where).toHaveBeenCalledTimes(3)
  })

  test('`where` is not called for requests that were handed out', async () => {
    const { wait, tell } = openSource()
    tell(1)
    await wait(1)
    tell(2)
    const asked: number[] = []
    await wait(1, { where: ({ id }) => asked.push(id) > 0 })
    expect(asked).toEqual([2])
  })

  test('an error that `where` throws rejects the wait', async () => {
    const { wait, tell } = openSource()
    const error = new Error('mine')
    const waiting = failure(
      wait(1, {
        where: () => {
          throw error
        },
      }),
    )
    tell(1)
    expect(await waiting).toBe(error)
    expect(await idsOf(wait(1))).toEqual([1])
  })
})

test('waits for any request and for an endpoint do not take the same requests', async () => {
  const source = createTestSource()
  const waiting = new Waiting(
    { ...source, watch: (_, signal) => source.watch('orders', signal) },
    { timeout: () => soon },
  )
  source.tell(1)
  expect((await waiting.waitForRequest('a')).id).toBe(1)
  expect(await failure(waiting.waitForRequest())).toBeInstanceOf(Error)
  source.tell(2)
  expect((await waiting.waitForRequest()).id).toBe(2)
  expect(await failure(waiting.waitForRequest('a'))).toBeInstanceOf(Error)
})
