// The `fix` of a problem, pasted unchanged into a shell, against a real daemon.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { empty, startDaemonInMemory } from './daemon.ts'

let daemon: Awaited<ReturnType<typeof startDaemonInMemory>>
beforeAll(async () => {
  daemon = await startDaemonInMemory()
})
afterAll(() => daemon.stop())
beforeEach(() => empty(daemon.url))

interface Asked {
  readonly status: number
  readonly fix?: string
}

async function ask(path: string, method = 'GET', body?: unknown, url = daemon.url): Promise<Asked> {
  const init = { method, ...(body !== undefined && { body: JSON.stringify(body) }) }
  const response = await fetch(`${url}${path}`, init)
  const { fix } = (await response.json().catch(() => ({}))) as { readonly fix?: string }
  return { status: response.status, ...(fix !== undefined && { fix }) }
}

async function paste(fix = '', env: Record<string, string> = {}): Promise<unknown> {
  const { stdout } = await promisify(execFile)('sh', ['-c', `${fix} -s`], {
    env: { ...process.env, ...env },
  })
  return JSON.parse(stdout)
}

async function add(what: 'endpoint' | 'rule', json: unknown): Promise<void> {
  expect((await ask(`/api/${what}/add`, 'PUT', json)).status).toBe(200)
}

describe('the fix of an unmatched request', () => {
  test.each([
    ['an endpoint that is not there', '/endpoint/orders', 'GET'],
    [
      'a name with all that shells know',
      `/endpoint/${encodeURIComponent(`it's "$HOME" \`ls\` & %41 !`)}`,
      'POST',
    ],
    ['what is below an endpoint that is not there', '/endpoint/pay/v1/charges?a=1', 'POST'],
    ['a path with quotes and brackets', "/endpoint/pay/it's[1]/{b}", 'GET'],
    ['a path with what has a meaning in rules', '/endpoint/pay/:id/a*/*/:', 'GET'],
  ])('the fix for %s makes the same request succeed', async (_, path, method) => {
    const { status, fix } = await ask(path, method)
    expect(status).toBe(404)
    expect(await paste(fix)).toMatchObject({ success: true })
    expect((await ask(path, method)).status).toBe(200)
  })

  test('the fix for a path below an existing endpoint makes the same request succeed', async () => {
    await add('endpoint', { name: 'orders', data: [] })
    const { fix } = await ask('/endpoint/orders/7', 'DELETE')
    expect(fix).toBe(
      `curl -X PUT ${daemon.url}/api/rule/add -d '{"endpoint":"orders","when":{"method":"DELETE","path":"/7"},"response":{"statusCode":200,"data":{}}}'`,
    )
    await paste(fix)
    expect((await ask('/endpoint/orders/7', 'DELETE')).status).toBe(200)
  })

  test('the fix for a request that no rule matches makes the same request succeed', async () => {
    await add('rule', { endpoint: 'pay', when: { path: '/v1' }, response: {} })
    const { status, fix } = await ask('/endpoint/pay/v2')
    expect(status).toBe(404)
    await paste(fix)
    expect((await ask('/endpoint/pay/v2')).status).toBe(200)
  })
})

test('the fix for an endpoint itself leaves the paths below it alone', async () => {
  await add('rule', { endpoint: 'pay', when: { path: '/v1' }, response: { statusCode: 201 } })
  await paste((await ask('/endpoint/pay')).fix)
  expect([(await ask('/endpoint/pay')).status, (await ask('/endpoint/pay/v1')).status]).toEqual([
    200, 201,
  ])
  expect((await ask('/endpoint/pay/v2')).status).toBe(404)
})

test('there is no fix for a header that differs, as it would answer right requests too', async () => {
  await add('rule', { endpoint: 'pay', when: { headers: { 'x-key': 'k' } }, response: {} })
  const { status, fix } = await ask('/endpoint/pay')
  expect([status, fix]).toEqual([404, undefined])
})

test('the fix for an endpoint name that is a path adds a rule instead', async () => {
  const endpoint = { name: 'pay/v1/charges', data: { it: "isn't" } }
  const { status, fix } = await ask('/api/endpoint/add', 'PUT', endpoint)
  expect(status).toBe(400)
  expect(await paste(fix)).toMatchObject({ success: true, endpoint: 'pay' })
  expect((await ask('/endpoint/pay/v1/charges')).status).toBe(200)
})

test('the fix for a path without /endpoint requests the full path', async () => {
  await add('endpoint', { name: 'orders', data: [1] })
  expect(await paste((await ask('/orders')).fix)).toEqual([1])
})

test.each([
  ['/api/rule/none', 'rules'],
  ['/api/request/99999', 'requests'],
  ['/api/delivery/99999', 'deliveries'],
])('the fix for a missing entry at %s lists the existing entries', async (path, list) => {
  expect(await paste((await ask(path)).fix)).toHaveProperty(list)
})

test('a name that no endpoint can have gets no fix', async () => {
  expect(await ask('/endpoint/a%2Fb')).toEqual({ status: 404 })
  expect(await ask('/endpoint/a%2Fb/c')).toEqual({ status: 404 })
})

test('the fix takes the token from the environment', async () => {
  const guarded = await startDaemonInMemory(['--token', 'secret'])
  try {
    const { fix } = await ask('/endpoint/orders', 'GET', undefined, guarded.url)
    expect(fix).not.toContain('secret')
    expect(await paste(fix, { MOCK_ENDPOINT_TOKEN: 'secret' })).toMatchObject({ success: true })
  } finally {
    await guarded.stop()
  }
})
