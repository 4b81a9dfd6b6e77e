// Client tests of problems: the client throws the problem that the service sends.
import { describe, expect, test } from 'vitest'
import { type Client, Problem, type ProblemCode, rawJson } from '../../client.ts'
import { createMemoryStore } from '../../memory.ts'
import { all, connect, type OpenService, rejection } from './client-service.ts'

const nested = '['.repeat(512) + ']'.repeat(512)

type Call = (client: Client) => Promise<unknown>

const refused: readonly [what: string, code: ProblemCode, call: Call][] = [
  ['raw JSON is too deep', 'too-deep', (it) => it.add({ name: 'a', data: rawJson(nested) })],
  [
    'status and delay are out of range',
    'invalid-endpoint',
    (it) => it.add({ name: 'a', data: 1, statusCode: 99, delay: -1 }),
  ],
  [
    'the delay is NaN',
    'invalid-endpoint',
    (it) => it.add({ name: 'a', data: 1, delay: Number.NaN }),
  ],
  [
    'a member is unknown',
    'invalid-endpoint',
    (it) => it.add({ name: 'a', data: 1, statuscode: 404 } as never),
  ],
  ['the name is missing', 'invalid-endpoint', (it) => it.add({ data: 1 } as never)],
  [
    'the body is too large',
    'body-too-large',
    (it) => it.add({ name: 'a', data: 'x'.repeat(1900) }),
  ],
  ['a page is too small', 'invalid-query', (it) => all(it.list({ pageSize: 0 }))],
  ['an option is no boolean', 'invalid-options', (it) => it.reset({ endpoints: 'yes' } as never)],
]

const anyCall: readonly [name: string, call: Call][] = [
  ['add', (it) => it.add({ name: 'a', data: 1 })],
  ['get', (it) => it.get('a')],
  ['list', (it) => all(it.list())],
  ['remove', (it) => it.remove('a')],
  ['clear', (it) => it.clear()],
  ['reset', (it) => it.reset({ endpoints: true })],
]

/** Not one of `anyCall`, because it resolves even when the store is closed. */
const health: (typeof anyCall)[number] = ['health', (it) => it.health()]

export function describeProblems(name: string, open: OpenService): void {
  describe(`${name}: problems of the client`, () => {
    test.each(refused)('when %s, %s is thrown as the service sends it', async (_, code, call) => {
      const { client, responses } = connect(await open({ maxBody: 1800 }))
      const problem = await rejection(call(client))
      expect(problem).toBeInstanceOf(Problem)
      expect(problem).toMatchObject({ name: 'Problem', code })
      expect(JSON.stringify(problem)).toBe(responses.at(-1))
    })

    test.each([...anyCall, health])(
      '%s sends the token, and rejects when it is missing or wrong',
      async (_, call) => {
        const service = await open({ token: 'secret' })
        await call(connect(service, 'secret').client)
        for (const token of [undefined, '', 'other']) {
          const { client, responses } = connect(service, token)
          const problem = await rejection(call(client))
          expect(problem).toBeInstanceOf(Problem)
          expect(problem).toMatchObject({ code: 'token-required', status: 401 })
          expect(JSON.stringify(problem)).toBe(responses.at(-1))
        }
      },
    )

    test.each(anyCall)('%s rejects when the store is closed', async (_, call) => {
      const store = createMemoryStore()
      const { client } = connect(await open({ store, cacheBytes: 0 }))
      await store.close()
      const problem = await rejection(call(client))
      expect(problem).toMatchObject({ code: 'store-unavailable', message: 'The store is closed.' })
    })

    test.each([...anyCall, health])(
      '%s rejects with not-found where there is no control API',
      async (_, call) => {
        const { url, fetch } = await open()
        const { client } = connect({ url: `${url}/nowhere`, fetch })
        expect(await rejection(call(client))).toMatchObject({ code: 'not-found' })
      },
    )
  })
}
