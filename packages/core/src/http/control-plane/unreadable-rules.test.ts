// A rule that cannot be read affects only its own endpoint.
import { MemoryLevel } from 'memory-level'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createClient } from '../../client.ts'
import { createApp } from '../../index.ts'
import { utf8 } from '../../level/database.ts'
import { type LevelDatabase, openLevelStore } from '../../level.ts'
import { all, putAll } from '../../store-contract/cases.ts'

/** Damaged contents of the rule `a1`. Only a lost id is noticed when the store opens. */
const damages = [
  ['whose id is lost', 'garbage'],
  ['whose text is none', 'a1/garbage'],
] as const

interface Service {
  readonly call: (method: string, path: string, body?: object) => Promise<unknown>
  readonly client: ReturnType<typeof createClient>
}

/** Serves `a` with the rules `a1`, stored as `stored`, and `a2`, and `b` with the rule `b1`. */
async function serve(stored: string): Promise<Service> {
  const db: LevelDatabase = new MemoryLevel()
  const first = await openLevelStore(db)
  await putAll(first, 'a', 'b')
  for (const [id, of] of [
    ['a1', 'a'],
    ['a2', 'a'],
    ['b1', 'b'],
  ] as const) {
    const text = `{"endpoint":"${of}","when":{"method":"POST"},"response":{"statusCode":201}}`
    await first.putRule({ id, endpoint: of, text })
  }
  await first.close()
  await db.open()
  const key = 'rule/a/0000000000000001'
  await db.batch([{ type: 'put', key, value: stored }], { ...utf8, sync: true })
  await db.close()
  const store = await openLevelStore(db)
  onTestFinished(() => store.close())
  const app = createApp({ store, onError: () => {} })
  const fetch = async (url: string | URL | Request, init?: RequestInit): Promise<Response> =>
    app.fetch(new Request(url, init))
  return {
    client: createClient({ url: 'http://localhost', fetch }),
    async call(method, path, body) {
      const response = await fetch(`http://localhost/${path}`, {
        method,
        ...(body && { body: JSON.stringify(body) }),
      })
      return { status: response.status, body: await response.json() }
    },
  }
}

const ok = { status: 200 }
const degraded = {
  status: 200,
  body: {
    status: 'degraded',
    endpoints: 2,
    rules: 3,
    reason: 'The stored data or a stored rule of `a` cannot be read. Add it again, or remove it.',
    unreadable: ['a'],
  },
}
const well = { status: 200, body: { status: 'ok', rules: 1 } }

describe.each(damages)('a rule %s', (what, stored) => {
  test('an unreadable rule refuses the requests to its endpoint, and no others', async () => {
    const { call } = await serve(stored)
    const detail = expect.stringContaining('of `a` cannot be read.')
    const problem = { status: 503, body: { code: 'store-unavailable', detail } }
    expect(await call('POST', 'endpoint/a')).toMatchObject(problem)
    expect(await call('GET', 'endpoint/a')).toMatchObject(problem)
    expect(await call('POST', 'endpoint/b')).toMatchObject({ status: 201 })
    expect(await call('GET', 'api/endpoint/a')).toMatchObject(ok)
    expect(await call('GET', 'api/health')).toMatchObject(degraded)
  })

  test('lists name an endpoint with an unreadable rule, and leave out all its rules', async () => {
    const { call, client } = await serve(stored)
    const listed = { rules: [{ id: 'b1' }], next: null, unreadable: ['a'] }
    expect(await call('GET', 'api/rule')).toMatchObject({ ...ok, body: listed })
    expect(await call('GET', 'api/rule?endpoint=a')).toMatchObject({ status: 503 })
    expect(await call('GET', 'api/summary')).toMatchObject({
      body: { endpoints: [{ rules: 2 }, { rules: 1 }] },
    })
    expect(await all(client.rules())).toMatchObject([{ id: 'b1' }])
    expect(await client.health()).toMatchObject(degraded.body)
  })

  test.each([
    ['the rules of its endpoint are removed', 'DELETE', 'api/rule?endpoint=a'],
    ['its endpoint is removed', 'DELETE', 'api/endpoint/a'],
  ])('an unreadable rule is gone when %s', async (_, method, path) => {
    const { call } = await serve(stored)
    await call('GET', 'endpoint/a')
    expect(await call('GET', 'api/health')).toMatchObject(degraded)
    expect(await call(method, path)).toMatchObject(ok)
    expect(await call('GET', 'api/health')).toMatchObject(well)
    const asked = path.endsWith('/a') ? { status: 404 } : ok
    expect(await call('GET', 'endpoint/a')).toMatchObject(asked)
  })

  test('health is degraded from the start only if the id of the rule is lost', async () => {
    const { call } = await serve(stored)
    const expected = what === 'whose id is lost' ? degraded : { body: { status: 'ok' } }
    expect(await call('GET', 'api/health')).toMatchObject(expected)
  })
})

test.each([
  [
    'added again',
    'PUT',
    'api/rule/add',
    { id: 'a1', endpoint: 'a', response: { statusCode: 202 } },
  ],
  ['removed', 'DELETE', 'api/rule/a1', undefined],
])('a rule whose text cannot be read can be %s', async (_, method, path, body) => {
  const { call } = await serve('a1/garbage')
  expect(await call('GET', 'endpoint/a')).toMatchObject({ status: 503 })
  expect(await call(method, path, body)).toMatchObject(ok)
  expect(await call('POST', 'endpoint/a')).toMatchObject({ status: 201 })
  expect(await call('GET', 'api/health')).toMatchObject({ body: { status: 'ok' } })
})
