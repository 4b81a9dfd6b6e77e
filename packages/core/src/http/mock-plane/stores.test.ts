// Custom stores: the ways in which they return endpoints, and invalid contents.
import { runInNewContext } from 'node:vm'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createMemoryStore } from '../../memory.ts'
import type { Endpoint } from '../../model/endpoint/endpoint.ts'
import type { EndpointStore } from '../../model/store/store.ts'
import { ask, expectProblem } from '../../test/contract/contract-service.ts'
import type { Send } from '../../test/send.ts'
import { createApp } from '../app.ts'

const orders: Endpoint = { name: 'orders', data: '1.10', statusCode: 202, delay: 0 }

/** Returns a thenable that is not a promise, because it has only `then`. */
function thenable<T>(value: T): PromiseLike<T> {
  const promise = Promise.resolve(value)
  return { then: (...handlers) => promise.then(...handlers) }
}

/** Returns a promise of another realm, which is not `instanceof Promise` here. */
function foreign<T>(value: T): PromiseLike<T> {
  const promise = runInNewContext('Promise.resolve(value)', { value }) as PromiseLike<T>
  expect(promise).not.toBeInstanceOf(Promise)
  return promise
}

type Returns = (value: Endpoint | undefined) => unknown

interface Opened {
  readonly send: Send
  readonly reported: unknown[]
}

function open(get: (name: string) => unknown): Opened {
  const store = { ...createMemoryStore(), get } as EndpointStore
  const reported: unknown[] = []
  const app = createApp({ store, onError: (error) => void reported.push(error) })
  onTestFinished(() => store.close())
  return { send: async (request) => app.fetch(request), reported }
}

describe('the get of a custom store', () => {
  test.each<[what: string, returns: Returns]>([
    ['a value', (value) => value],
    ['a promise', (value) => Promise.resolve(value)],
    ['a thenable', thenable],
    ['a promise of another realm', foreign],
  ])('a store whose `get` returns %s works, for known and unknown names', async (_, returns) => {
    const { send, reported } = open((name) => returns(name === 'orders' ? orders : undefined))
    const responses = await Promise.all(['a', 'b', 'c'].map(() => ask(send, '/endpoint/orders')))
    responses.push(await ask(send, '/endpoint/orders'))
    for (const response of responses) {
      expect(response.status).toBe(202)
      expect(await response.text()).toBe('1.10')
    }
    await expectProblem(await ask(send, '/endpoint/order'), 404, 'endpoint-not-found')
    const record = await ask(send, '/api/endpoint/orders')
    expect(await record.json()).toMatchObject({ name: 'orders', statusCode: 202 })
    expect(reported).toEqual([])
  })

  test.each<[what: string, get: () => unknown]>([
    ['throws', () => fail()],
    ['rejects', async () => fail()],
    ['rejects as a thenable', rejecting],
    ['rejects in another realm', () => runInNewContext('Promise.reject(error)', { error: broken })],
  ])('a store whose `get` %s is reported once, and its requests are recorded', async (_, get) => {
    const { send, reported } = open(get)
    for (let i = 0; i < 2; i++) {
      await expectProblem(await ask(send, '/endpoint/orders'), 500, 'internal-error')
    }
    expect(reported).toEqual([broken])
    const { requests } = (await (await ask(send, '/api/request')).json()) as { requests: unknown[] }
    const recorded = { endpoint: null, outcome: 'unmatched', statusCode: 500 }
    expect(requests).toMatchObject([recorded, recorded])
  })
})

const broken = new Error('It is broken.')

function fail(): never {
  throw broken
}

function rejecting(): PromiseLike<never> {
  return { then: (...handlers) => Promise.reject(broken).then(...handlers) }
}

describe('invalid contents of a store', () => {
  test.each<[what: string, wrong: Partial<Record<keyof Endpoint, unknown>>]>([
    ['the status 199', { statusCode: 199 }],
    ['the status 600', { statusCode: 600 }],
    ['the status NaN', { statusCode: Number.NaN }],
    ['no status', { statusCode: undefined }],
    ['data that is no text', { data: { a: 1 } }],
  ])('a stored endpoint with %s is reported, whether read at once or later', async (_, wrong) => {
    const record = { ...orders, ...wrong } as Endpoint
    for (const get of [() => record, async () => record]) {
      const { send, reported } = open(get)
      await expectProblem(await ask(send, '/endpoint/orders'), 500, 'internal-error')
      expect(reported).toEqual([expect.any(TypeError)])
    }
  })
})
