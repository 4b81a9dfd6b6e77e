// Client tests, run against an app in process and a server on a socket.
import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { rawJson } from '../../client.ts'
import { createMemoryStore } from '../../memory.ts'
import { describeHolding } from './client-holding.ts'
import { describeNames } from './client-names.ts'
import { describeProblems } from './client-problems.ts'
import { describeRules } from './client-rules.ts'
import { all, type Connection, connect, type OpenService } from './client-service.ts'

const longestDelay = 2_147_483_647

async function namesOf(list: AsyncIterable<{ readonly name: string }>): Promise<string[]> {
  return (await all(list)).map(({ name }) => name)
}

async function addAll({ client }: Connection, names: readonly string[]): Promise<void> {
  for (const name of names) await client.add({ name, data: name })
}

export function describeClient(name: string, open: OpenService): void {
  describeNames(name, open)
  describeProblems(name, open)
  describeRules(name, open)
  describeHolding(name, open)

  describe(`${name}: client`, () => {
    test('add resolves to a handle with the name, and the URL that serves the data', async () => {
      const { client, url, fetch } = connect(await open())
      const handle = await client.add({ name: 'orders', data: { a: [1, null] }, statusCode: 418 })
      expect(handle).toMatchObject({ name: 'orders', url: `${url}/endpoint/orders` })
      const response = await fetch(handle.url)
      expect(response.status).toBe(418)
      expect(await response.text()).toBe('{"a":[1,null]}')
    })

    test('add replaces the whole endpoint, including its status and delay', async () => {
      const { client } = connect(await open())
      await client.add({ name: 'orders', data: { a: 1 }, statusCode: 500, delay: 0.5 })
      const first = { name: 'orders', data: { a: 1 }, statusCode: 500, delay: 0.5 }
      expect(await client.get('orders')).toEqual(first)
      await client.add({ name: 'orders', data: 2 })
      const second = { name: 'orders', data: 2, statusCode: 200, delay: 0 }
      expect(await client.get('orders')).toEqual(second)
    })

    test('add uses the default status and delay when they are undefined', async () => {
      const { client } = connect(await open())
      await client.add({ name: 'orders', data: null, statusCode: undefined, delay: undefined })
      const defaults = { name: 'orders', data: null, statusCode: 200, delay: 0 }
      expect(await client.get('orders')).toEqual(defaults)
    })

    test.each([
      ['a number that has more digits than one', rawJson('12345678901234567890')],
      ['white space and escapes', rawJson('{ "a" :\t1.10,\n"2":"\\u00e9é🎉", "1": -0.0e+1 }')],
      ['a repeated member', rawJson('{"a":1,"a":2}')],
    ])('data that is rawJson is served byte for byte: %s', async (_, data) => {
      const { client, read } = connect(await open())
      await client.add({ name: 'exact', data })
      expect(await read('exact')).toBe(Reflect.get(data, Symbol.for('mock-endpoint.raw-json')))
    })

    test('rawJson inside objects and arrays is served byte for byte', async () => {
      const { client, read } = connect(await open())
      await client.add({ name: 'exact', data: { a: rawJson('1.0'), b: [rawJson('[ ]'), 'x'] } })
      expect(await read('exact')).toBe('{"a":1.0,"b":[[ ],"x"]}')
    })

    test.each<[text: string, data: string | number | boolean | object | null]>([
      ['-0', -0],
      ['{"a":[-0,0]}', { a: [-0, 0] }],
      ['1e+21', 1e21],
      ['5e-324', 5e-324],
      ['null', null],
      ['false', false],
      ['""', ''],
      ['"\\ud800"', '\ud800'],
      ['"\u2028é🎉"', '\u2028é🎉'],
      ['{"__proto__":{"a":1}}', JSON.parse('{"__proto__":{"a":1}}')],
    ])('data is served as the JSON text %s', async (text, data) => {
      const { client, read } = connect(await open())
      await client.add({ name: 'exact', data })
      expect(await read('exact')).toBe(text)
    })

    test('a string of four megabytes is served and read back unchanged', async () => {
      const { client, read } = connect(await open())
      const data = 'é🎉\n'.repeat(600_000)
      await client.add({ name: 'big', data })
      expect((await read('big')) === JSON.stringify(data)).toBe(true)
      expect((await client.get('big'))?.data === data).toBe(true)
    })

    test('data nested 511 levels deep is served unchanged', async () => {
      const { client, read } = connect(await open())
      const text = '['.repeat(511) + ']'.repeat(511)
      await client.add({ name: 'deep', data: JSON.parse(text) as object })
      expect(await read('deep')).toBe(text)
    })

    test('get resolves to undefined for an unknown name', async () => {
      const { client } = connect(await open())
      await client.add({ name: 'orders', data: 1 })
      expect(await client.get('order')).toBeUndefined()
    })

    test('list yields every endpoint once, in order, over several pages', async () => {
      const connection = connect(await open())
      await addAll(connection, ['b', 'ü', 'a&b=c', '100%', 'a+b', '🎉', 'a b', '#?', 'B'])
      const sorted = ['#?', '100%', 'B', 'a b', 'a&b=c', 'a+b', 'b', 'ü', '🎉']
      const { client, sent } = connection
      for (const [pageSize, pages] of [
        [1, 9],
        [2, 5],
        [3, 3],
        [9, 1],
        [1000, 1],
      ] as const) {
        sent.length = 0
        expect(await namesOf(client.list({ pageSize }))).toEqual(sorted)
        expect(sent).toHaveLength(pages)
      }
      const [first] = await all(client.list())
      expect(first).toEqual({ name: '#?', data: '#?', statusCode: 200, delay: 0 })
    })

    test.each([
      ['a', ['a b', 'a%20b', 'a&b', 'a+b']],
      ['a ', ['a b']],
      ['a%', ['a%20b']],
      ['a&', ['a&b']],
      ['a+', ['a+b']],
      ['ü', ['ü', 'ü&limit=1']],
      ['ü&', ['ü&limit=1']],
      ['', ['a b', 'a%20b', 'a&b', 'a+b', 'ü', 'ü&limit=1']],
      ['z', []],
    ])('list yields the names that begin with %j', async (prefix, names) => {
      const connection = connect(await open())
      await addAll(connection, ['a b', 'a%20b', 'a&b', 'a+b', 'ü', 'ü&limit=1'])
      expect(await namesOf(connection.client.list({ prefix, pageSize: 1 }))).toEqual(names)
    })

    test('list fetches 100 endpoints at a time, and only when they are needed', async () => {
      const connection = connect(await open())
      const { client, sent } = connection
      await addAll(
        connection,
        Array.from({ length: 101 }, (_, i) => `n${100 + i}`),
      )
      sent.length = 0
      const list = client.list()
      expect(sent).toHaveLength(0)
      for await (const { name } of list) if (name === 'n199') break
      expect(sent).toHaveLength(1)
      expect(await all(client.list())).toHaveLength(101)
      expect(sent).toHaveLength(3)
    })

    test('list yields nothing when there are no endpoints', async () => {
      expect(await all(connect(await open()).client.list())).toEqual([])
    })

    test('remove resolves to whether the endpoint existed', async () => {
      const { client } = connect(await open())
      await client.add({ name: 'orders', data: 1 })
      expect(await client.remove('order')).toBe(false)
      expect(await client.remove('orders')).toBe(true)
      expect(await client.remove('orders')).toBe(false)
      expect(await client.get('orders')).toBeUndefined()
    })

    test('clear removes all endpoints and resolves to their number', async () => {
      const connection = connect(await open())
      await addAll(connection, ['a', 'b', 'c'])
      expect(await connection.client.clear()).toBe(3)
      expect(await connection.client.clear()).toBe(0)
      expect(await all(connection.client.list())).toEqual([])
    })

    test.each([
      [undefined, ['a', 'b']],
      [{}, ['a', 'b']],
      [{ endpoints: false }, ['a', 'b']],
      [{ endpoints: true }, []],
    ])('reset(%o) leaves the endpoints %j', async (options, names) => {
      const connection = connect(await open())
      await addAll(connection, ['a', 'b'])
      expect(await connection.client.reset(options)).toBeUndefined()
      expect(await namesOf(connection.client.list())).toEqual(names)
    })

    test('reset ends delays in progress with a 503', async () => {
      const { client, fetch } = connect(await open())
      const { url } = await client.add({ name: 'slow', data: 1, delay: longestDelay })
      let status = 0
      const answered = fetch(url).then((response) => {
        status = response.status
      })
      // Over a socket, a reset may arrive before the request.
      for (let tries = 0; status === 0 && tries < 1_000; tries++) {
        await client.reset()
        await setImmediate()
      }
      expect(status).toBe(503)
      await answered
    })

    test('health resolves to `ok` with the version, the store and the counts', async () => {
      const { client } = connect(await open())
      await client.add({ name: 'orders', data: 1 })
      const version = expect.stringMatching(/^\d+\.\d+\.\d+/)
      expect(await client.health()).toEqual({
        status: 'ok',
        version,
        endpoints: 1,
        store: 'memory',
        rules: 0,
        seed: expect.any(Number),
      })
    })

    test('health resolves to `degraded` when the store is closed', async () => {
      const store = createMemoryStore()
      const { client } = connect(await open({ store }))
      await store.close()
      expect(await client.health()).toEqual({
        status: 'degraded',
        version: expect.any(String),
        endpoints: null,
        store: 'memory',
        rules: null,
        seed: expect.any(Number),
        reason: 'The store is closed.',
      })
    })

    test('url returns the URL of any endpoint or of the service, without a call', async () => {
      const { client, url, sent } = connect(await open())
      expect(client.url('orders')).toBe(`${url}/endpoint/orders`)
      expect(client.url()).toBe(url)
      expect(sent).toEqual([])
    })
  })
}
