// Client tests of names: odd ones work like any other, and none leads to another path.
import { describe, expect, test } from 'vitest'
import { Problem } from '../../client.ts'
import { all, connect, type OpenService, rejection } from './client-service.ts'

const oddNames = [
  '__proto__',
  'constructor',
  'add',
  'a b',
  ' ',
  'ü',
  'u\u0308',
  '%',
  '100%25',
  '?',
  '#',
  '&=+;,@:$',
  "~'()*!",
  '...',
  '%2e',
  '%2E%2e',
  '.%2e',
  '🎉',
  'é'.repeat(127),
]

/** Names that, as a segment of a path, lead to another path or to none. */
const otherPaths = ['', '.', '..', '\ud800', 'a\udc00b']

export function describeNames(name: string, open: OpenService): void {
  describe(`${name}: names of the client`, () => {
    test.each(oddNames)('the name %j is added, served, read, listed and removed', async (odd) => {
      const { client, fetch } = connect(await open())
      await client.add({ name: 'other', data: 0 })
      const handle = await client.add({ name: odd, data: { is: odd } })
      expect(handle).toMatchObject({ name: odd, url: client.url(odd) })
      expect(await (await fetch(handle.url)).json()).toEqual({ is: odd })
      const record = { name: odd, data: { is: odd }, statusCode: 200, delay: 0 }
      expect(await client.get(odd)).toEqual(record)
      expect(await all(client.list({ prefix: odd }))).toEqual([record])
      expect(await client.remove(odd)).toBe(true)
      expect(await client.remove(odd)).toBe(false)
      expect(await client.get(odd)).toBeUndefined()
      expect((await all(client.list())).map((endpoint) => endpoint.name)).toEqual(['other'])
    })

    test.each(otherPaths)(
      'the name %j is refused by get, remove and url, and nothing is sent',
      async (bad) => {
        const { client, sent } = connect(await open())
        await client.add({ name: 'orders', data: 1 })
        sent.length = 0
        const refusals = [
          await rejection(client.get(bad)),
          await rejection(client.remove(bad)),
          await rejection((async () => client.url(bad))()),
        ]
        expect(sent).toEqual([])
        for (const problem of refusals) {
          expect(problem).toBeInstanceOf(Problem)
          expect(problem).toMatchObject({
            code: 'invalid-endpoint',
            message: `No endpoint has the name ${JSON.stringify(bad)}: it must not be empty, . or .. or hold lone surrogates.`,
            extensions: { errors: [{ pointer: '/name' }] },
          })
        }
        expect(await client.get('orders')).toBeDefined()
      },
    )

    test.each([...otherPaths, 'a/b', '/', '\\', '\n', 'a'.repeat(256)])(
      'the name %j is refused by add',
      async (bad) => {
        const { client } = connect(await open())
        const problem = await rejection(client.add({ name: bad, data: 1 }))
        expect(problem).toBeInstanceOf(Problem)
        expect(problem).toMatchObject({ code: 'invalid-endpoint' })
        expect(await all(client.list())).toEqual([])
      },
    )

    test.each(['a/b', '/', '../orders', 'a\\b', '\n'])(
      'the invalid name %j is not found by get or remove',
      async (bad) => {
        const { client } = connect(await open())
        await client.add({ name: 'orders', data: 1 })
        expect(await client.get(bad)).toBeUndefined()
        expect(await client.remove(bad)).toBe(false)
        expect(await client.get('orders')).toBeDefined()
      },
    )
  })
}
