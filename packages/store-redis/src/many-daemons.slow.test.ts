// Several services on one Redis: a write that one of them acknowledges is effective at all of them.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startDaemons } from './test/daemons.ts'
import { type RedisServer, startRedis } from './test/redis-server.ts'

let redis: RedisServer
beforeAll(async () => {
  redis = await startRedis()
})
afterAll(() => redis.close())

describe('an acknowledged write', () => {
  test('every daemon answers with an added value as soon as the write is acknowledged', async () => {
    const daemons = await startDaemons(redis.url, 3)
    const stale: string[] = []
    await Promise.all(
      daemons.map(async (writer, who) => {
        for (let i = 0; i < 500; i++) {
          await writer.add(`of-${who}`, String(i))
          const responses = await Promise.all(daemons.map((each) => each.read(`of-${who}`)))
          for (const response of responses)
            if (response !== String(i)) stale.push(`${response}, not ${i}`)
          await daemons[(who + 1) % 3]?.read(`of-${(who + i) % 3}`)
        }
      }),
    )
    expect(stale).toEqual([])
  })

  test('an endpoint that is removed or cleared at one daemon gets 404 at the other', async () => {
    const [a, b] = await startDaemons(redis.url, 2)
    await a?.add('x', '1')
    await a?.add('y', '2')
    expect([await b?.read('x'), await b?.read('y')]).toEqual(['1', '2'])
    expect(await a?.remove('x')).toBe(200)
    expect(await b?.status('x')).toBe(404)
    await a?.clear()
    expect(await b?.status('y')).toBe(404)
    await b?.add('y', '3')
    expect(await a?.read('y')).toBe('3')
  })

  test('a rule that is added or replaced at one daemon answers at the other', async () => {
    const [a, b] = await startDaemons(redis.url, 2)
    await a?.add('x', '1')
    expect(await b?.status('x')).toBe(200)
    expect(await a?.rule({ id: 'r', endpoint: 'x', response: { statusCode: 418 } })).toBe(200)
    expect(await b?.status('x')).toBe(418)
    await b?.rule({ id: 'r', endpoint: 'x', response: { statusCode: 503 } })
    expect(await a?.status('x')).toBe(503)
  })

  test('a permanent rule is counted per daemon, and adding rules does not change its count', async () => {
    const [a, b] = await startDaemons(redis.url, 2)
    await a?.rule({ id: 'r', endpoint: 'x', response: { statusCode: 418 } })
    for (let i = 0; i < 20; i++) {
      expect([await a?.status('x'), await a?.used('r')]).toEqual([418, i + 1])
      await a?.rule({ id: `s${i}`, endpoint: 'x', when: { method: 'POST' }, response: {} })
    }
    expect(await b?.used('r')).toBe(0)
  })
})

test('daemons that add the same name concurrently all end up with the same data', async () => {
  const daemons = await startDaemons(redis.url, 3)
  for (let i = 0; i < 200; i++) {
    await Promise.all(
      daemons.map(async (each, who) => {
        const reads = Array.from({ length: 5 }, async (_, turn) => {
          for (let k = 0; k < turn; k++) await Promise.resolve()
          return each.read('same')
        })
        await each.add('same', `[${i},${who}]`)
        await Promise.all(reads)
      }),
    )
    const responses = new Set(await Promise.all(daemons.map((each) => each.read('same'))))
    expect([...responses]).toHaveLength(1)
  }
})

test('a daemon that starts later has the existing endpoints and rules', async () => {
  const [a] = await startDaemons(redis.url, 1, { prefix: 'later' })
  await a?.add('x', '1.10')
  await a?.rule({ endpoint: 'y', response: { statusCode: 418 } })
  const [b] = await startDaemons(redis.url, 1, { prefix: 'later' })
  expect(await b?.read('x')).toBe('1.10')
  expect(await b?.status('y')).toBe(418)
  expect(await b?.health()).toMatchObject({ status: 'ok', store: 'redis', endpoints: 1, rules: 1 })
})

test('daemons can start while another one writes', async () => {
  const [a] = await startDaemons(redis.url, 1, { prefix: 'busy' })
  let isOver = false
  const writing = (async () => {
    for (let i = 0; !isOver; i++) {
      await Promise.all([
        a?.add(`e${i % 9}`, '1'),
        a?.rule({ id: 'r', endpoint: 'x', response: {} }),
      ])
    }
  })()
  const started = await startDaemons(redis.url, 10, { prefix: 'busy' })
  isOver = true
  await writing
  for (const each of started) expect(await each.read('e0')).toBe('1')
})

test('a daemon answers with data that was changed in Redis by hand', async () => {
  const [a] = await startDaemons(redis.url, 1, { prefix: 'by-hand' })
  await a?.add('x', '1')
  expect(await a?.read('x')).toBe('1')
  await redis.command('SET', 'by-hand:{root}:e:x', '201 0\n2')
  await expect.poll(() => a?.read('x')).toBe('2')
  await redis.command('FLUSHALL')
  await expect.poll(() => a?.status('x')).toBe(404)
})
