// Several services on one Redis act as one: journal, temporary rules, resets, releases and health.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Daemon, startDaemons } from '../test/daemons.ts'
import { type RedisServer, startRedis } from '../test/redis-server.ts'

let redis: RedisServer
beforeAll(async () => {
  redis = await startRedis()
})
afterAll(() => redis.close())

let workspaces = 0

async function three(): Promise<[Daemon, Daemon, Daemon]> {
  const prefix = `sharing${workspaces++}`
  const names = ['a', 'b', 'c']
  const started = await Promise.all(
    names.map(async (name) => (await startDaemons(redis.url, 1, { prefix, name }))[0]),
  )
  return started as [Daemon, Daemon, Daemon]
}

interface Listed {
  readonly id: number
  readonly path: string
  readonly daemon: string
  readonly outcome: string
}

async function requests(daemon: Daemon, query = ''): Promise<Listed[]> {
  const { requests: listed } = await daemon.call('GET', `/api/request${query}`)
  return listed as Listed[]
}

describe('the journal', () => {
  test('the journal of each daemon lists every request that any daemon answered before', async () => {
    const daemons = await three()
    await daemons[0].add('x', '1')
    for (let i = 1; i <= 100; i++) {
      await daemons[i % 3]?.read('x')
      expect(await requests(daemons[(i + 1) % 3] as Daemon, '?limit=1000')).toHaveLength(i)
    }
    const listed = await requests(daemons[0], '?limit=1000')
    expect(new Set(listed.map(({ daemon }) => daemon))).toEqual(new Set(['a', 'b', 'c']))
    expect(new Set(listed.map(({ id }) => id)).size).toBe(100)
  })

  test('the journal contains all of 4,000 requests that three daemons answer concurrently', async () => {
    const daemons = await three()
    const [a] = daemons
    await a.add('x', '1')
    const each = 400
    for (let round = 0; round < 10; round++) {
      const waiting = a.call('GET', `/api/request?endpoint=x&count=${each}&wait=20000&limit=1000`)
      await Promise.all(Array.from({ length: each }, (_, i) => daemons[i % 3]?.read('x')))
      const page = await waiting
      expect((page['requests'] as Listed[]).length).toBe(each)
      expect(await requests(daemons[round % 3] as Daemon, '?limit=1000')).toHaveLength(each)
      await daemons[(round + 1) % 3]?.call('DELETE', '/api/request')
    }
  }, 120_000)

  test('a wait for requests at one daemon ends with requests to another daemon', async () => {
    const [a, b] = await three()
    const waiting = a.call('GET', '/api/request?count=2&wait=20000')
    await sleep(50)
    await b.read('x')
    await b.read('y')
    expect((await waiting)['requests']).toHaveLength(2)
  })

  test('clearing the journal at one daemon clears it at all daemons', async () => {
    const [a, b, c] = await three()
    await a.read('x')
    await b.call('DELETE', '/api/request')
    expect(await requests(c)).toEqual([])
    await a.read('y')
    expect((await requests(c)).map(({ path }) => path)).toEqual(['/endpoint/y'])
  })

  test('a daemon that starts later lists the requests recorded before', async () => {
    const prefix = 'sharing-late'
    const [a] = await startDaemons(redis.url, 1, { prefix, name: 'a' })
    await a?.read('x')
    await requests(a as Daemon)
    await a?.close()
    const [b] = await startDaemons(redis.url, 1, { prefix, name: 'b' })
    expect(await requests(b as Daemon)).toMatchObject([{ path: '/endpoint/x', daemon: 'a' }])
  })

  test('all requests of a daemon that closes stay in the journal', async () => {
    const [a, b] = await three()
    await Promise.all(Array.from({ length: 300 }, () => a.read('x')))
    await a.close()
    expect(await requests(b, '?limit=1000')).toHaveLength(300)
  })
})

describe('a temporary rule', () => {
  test('a temporary rule answers its number of requests, counted across all daemons', async () => {
    const daemons = await three()
    await daemons[0].rule({ id: 'r', endpoint: 'x', times: 10, response: { statusCode: 503 } })
    const statuses = await Promise.all(
      Array.from({ length: 60 }, (_, i) => daemons[i % 3]?.status('x')),
    )
    expect(statuses.filter((status) => status === 503)).toHaveLength(10)
    expect(statuses.filter((status) => status === 404)).toHaveLength(50)
  })

  test('uses of a temporary rule are counted across daemons, and can be read after it is used up', async () => {
    const [a, b, c] = await three()
    await a.rule({ id: 'r', endpoint: 'x', times: 2, response: { statusCode: 503 } })
    expect(await b.status('x')).toBe(503)
    expect(await c.call('GET', '/api/rule/r')).toMatchObject({ used: 1, left: 1 })
    expect(await c.status('x')).toBe(503)
    expect(await a.status('x')).toBe(404)
    expect(await a.call('GET', '/api/rule/r')).toMatchObject({ used: 2, left: 0 })
    expect((await b.call('GET', '/api/rule'))['rules']).toEqual([])
    expect(await b.health()).toMatchObject({ rules: 0 })
  })

  test('used-up temporary rules are listed newest first, until a reset', async () => {
    const [a, b, c] = await three()
    const usedUp = async (query: string): Promise<unknown> =>
      (await c.call('GET', `/api/rule?usedUp=true${query}`))['rules']
    for (const endpoint of ['x', 'x-y', 'x']) {
      await a.rule({ endpoint, times: 1, response: { statusCode: 503 } })
      await b.status(endpoint)
    }
    const [first, other, last] = [
      { endpoint: 'x' },
      { endpoint: 'x-y' },
      { endpoint: 'x', left: 0, used: 1 },
    ]
    expect(await usedUp('')).toMatchObject([last, other, first])
    expect(await usedUp('&endpoint=x')).toMatchObject([last, first])
    expect(await usedUp('&endpoint=x-y')).toMatchObject([other])
    await b.call('POST', '/api/reset')
    expect(await usedUp('')).toEqual([])
  })

  test('a list of responses is answered in order, whichever daemon is asked', async () => {
    const [a, b, c] = await three()
    const responses = [503, 429, 200].map((statusCode) => ({ statusCode }))
    await a.call('PUT', '/api/rule/add', { endpoint: 'x', responses })
    await a.call('PUT', '/api/endpoint/add', { name: 'x', data: 1, statusCode: 201 })
    const statuses = []
    for (const daemon of [b, c, a, b]) statuses.push(await daemon.status('x'))
    expect(statuses).toEqual([503, 429, 200, 201])
  })

  test('temporary rules are tried before permanent ones, oldest first', async () => {
    const [a, b, c] = await three()
    await a.rule({ id: 'last', endpoint: 'x', response: { statusCode: 418 } })
    await b.rule({ id: 'first', endpoint: 'x', times: 1, response: { statusCode: 500 } })
    await c.rule({ id: 'second', endpoint: 'x', times: 1, response: { statusCode: 501 } })
    const { rules } = await a.call('GET', '/api/rule?endpoint=x')
    expect((rules as { id: string }[]).map(({ id }) => id)).toEqual(['first', 'second', 'last'])
    expect([await b.status('x'), await c.status('x'), await a.status('x')]).toEqual([500, 501, 418])
    expect(await a.used('last')).toBe(1)
  })

  test('replacing a temporary rule restarts its count, and a reset or a removal deletes it', async () => {
    const [a, b, c] = await three()
    const rule = { id: 'r', endpoint: 'x', times: 2, response: { statusCode: 503 } }
    await a.rule(rule)
    expect(await b.status('x')).toBe(503)
    await c.rule(rule)
    expect(await b.call('GET', '/api/rule/r')).toMatchObject({ used: 0, left: 2 })
    await a.rule({ id: 'stays', endpoint: 'y', response: { statusCode: 418 } })
    await b.call('POST', '/api/reset')
    expect([await a.status('x'), await c.status('y')]).toEqual([404, 418])
    await a.rule(rule)
    await c.call('DELETE', '/api/rule/r')
    expect(await b.status('x')).toBe(404)
  })

  test('requests that a temporary rule does not match do not use it up', async () => {
    const [a, b, c] = await three()
    await a.add('x', '1')
    await a.rule({
      endpoint: 'x',
      times: 1,
      when: { method: 'POST' },
      response: { statusCode: 503 },
    })
    expect([await b.status('x'), await c.status('x')]).toEqual([200, 200])
    expect((await b.call('GET', '/api/rule'))['rules']).toMatchObject([{ used: 0, left: 1 }])
  })
})

describe('calls to one daemon that affect all', () => {
  test('a reset at one daemon ends delays, and clears requests and rule counts, at all daemons', async () => {
    const [a, b, c] = await three()
    await a.call('PUT', '/api/endpoint/add', { name: 'slow', data: 1, delay: 60_000 })
    await a.rule({ id: 'r', endpoint: 'x', response: { statusCode: 418 } })
    expect(await b.status('x')).toBe(418)
    const delayed = b.status('slow')
    await expect.poll(() => requests(c, '?endpoint=slow')).toHaveLength(1)
    await c.call('POST', '/api/reset')
    expect(await delayed).toBe(503)
    expect(await requests(a)).toEqual([])
    expect(await b.used('r')).toBe(0)
  })

  test('one daemon can release a request that another daemon holds', async () => {
    const [a, b, c] = await three()
    await a.rule({ id: 'r', endpoint: 'x', response: { hold: true, statusCode: 202 } })
    const held = b.status('x')
    await expect.poll(() => requests(c)).toMatchObject([{ held: true, daemon: 'b' }])
    const [request] = await requests(c)
    await c.call('POST', `/api/request/${request?.id}/release`, { statusCode: 299 })
    expect(await held).toBe(299)
    expect(await requests(a)).toMatchObject([{ outcome: 'answered', statusCode: 299 }])
    const again = await c.call('POST', `/api/request/${request?.id}/release`)
    expect(again['type']).toContain('request-not-held')
  })

  test('releasing all requests releases and counts the held requests of every daemon', async () => {
    const [a, b, c] = await three()
    await a.rule({ id: 'r', endpoint: 'x', response: { hold: true, statusCode: 202 } })
    const held = [a, b, b].map((daemon) => daemon.status('x'))
    await expect.poll(() => requests(c)).toHaveLength(3)
    expect(await c.call('POST', '/api/request/release')).toMatchObject({ released: 3 })
    expect(await Promise.all(held)).toEqual([202, 202, 202])
  })
})

test('health lists the connected daemons, and how durable writes are', async () => {
  const [a, b, c] = await three()
  expect(await a.health()).toMatchObject({ daemons: ['a', 'b', 'c'], durability: 'synced' })
  await c.close()
  await expect.poll(async () => (await b.health())['daemons']).toEqual(['a', 'b'])
})
