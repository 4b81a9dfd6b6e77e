// Waiting for requests, at a mock server of this process and at the server of the run.
import {
  createMockServer,
  type EndpointHandle,
  sharedMockServer,
} from '@mock-endpoint/vitest-plugin'
import { describe, expect, onTestFinished, test } from 'vitest'
import { steady } from '../steady.ts'

const mock = await createMockServer()
const shared = sharedMockServer()
let names = 0

describe.each([
  ['a mock server', mock],
  ['the server of the run', shared],
])('%s', (_, client) => {
  /** Adds an endpoint for this test. */
  async function add(delay = 0): Promise<EndpointHandle> {
    names += 1
    const name = `of-waiting-${names}`
    onTestFinished(async () => void (await client.remove(name)))
    return client.add({ name, data: [], delay })
  }

  async function post(handle: EndpointHandle, json: unknown): Promise<void> {
    await fetch(handle.url, { method: 'POST', body: JSON.stringify(json) })
  }

  /** Sends a request without awaiting its response. Returns a function that aborts it. */
  function askAndWait({ url }: EndpointHandle, query = ''): () => void {
    const client = new AbortController()
    fetch(url + query, { signal: client.signal }).catch(() => {})
    onTestFinished(() => client.abort())
    return () => client.abort()
  }

  /**
   * Resolves to the message of a wait that times out. On a busy machine, it may time out before it
   * has read any request. It then gets more time.
   */
  async function messageOf(wait: (timeout: number) => Promise<unknown>, part: string) {
    let message = ''
    for (const timeout of [20, 200, 2_000, 15_000]) {
      message = await wait(timeout).then(String, (error: Error) => steady(error.message))
      if (message.includes(part)) break
    }
    return message
  }

  test('a wait gets a request that arrived before it', async () => {
    const handle = await add()
    await post(handle, { id: 1 })
    const request = await handle.waitForRequest()
    expect(request).toMatchObject({ method: 'POST', endpoint: handle.name, outcome: 'answered' })
    expect(request.json).toEqual({ id: 1 })
  })

  test('a wait gets a request whose response is delayed', async () => {
    const handle = await add(60_000)
    askAndWait(handle)
    const request = await handle.waitForRequest()
    expect(request).toMatchObject({ outcome: 'pending', statusCode: null, durationMs: null })
  })

  test('a wait gets a request that arrives after it', async () => {
    const handle = await add()
    const request = handle.waitForRequest()
    await post(handle, { id: 1 })
    expect((await request).json).toEqual({ id: 1 })
  })

  test('a wait does not get requests to other endpoints', async () => {
    const [one, other] = [await add(), await add()]
    await post(one, 1)
    await post(other, 2)
    expect((await other.waitForRequest()).json).toBe(2)
  })

  test('each request is handed out once, by whichever handle of the endpoint', async () => {
    const handle = await add()
    for (const id of [1, 2, 3]) await post(handle, id)
    expect((await handle.waitForRequest()).json).toBe(1)
    expect((await client.endpoint(handle.name).waitForRequest()).json).toBe(2)
    expect((await handle.waitForRequests(1)).map(({ json }) => json)).toEqual([3])
    await expect(handle.waitForRequest({ timeout: 20 })).rejects.toThrow('No matching request')
    expect(await handle.requests()).toHaveLength(3)
  })

  test('a wait for several requests gets them in order of arrival', async () => {
    const handle = await add()
    const requests = handle.waitForRequests(3)
    for (const id of [1, 2, 3]) await post(handle, id)
    expect((await requests).map(({ json }) => json)).toEqual([1, 2, 3])
  })

  test('waits at the same time get one request each', async () => {
    const handle = await add()
    const waits = [handle.waitForRequest(), handle.waitForRequest(), handle.waitForRequest()]
    for (const id of [1, 2, 3]) await post(handle, id)
    const ids = (await Promise.all(waits)).map(({ json }) => json)
    expect(ids.toSorted()).toEqual([1, 2, 3])
  })

  test('a wait for two requests gets none that another wait got meanwhile', async () => {
    const handle = await add()
    const two = handle.waitForRequests(2)
    const one = handle.waitForRequest()
    for (const id of [1, 2, 3]) await post(handle, id)
    const ids = [...(await two), await one].map(({ json }) => json)
    expect(ids.toSorted()).toEqual([1, 2, 3])
  })

  test('waits get requests in order of arrival, even if the first was aborted', async () => {
    const handle = await add(60_000)
    const leave = askAndWait(handle, '?n=1')
    await expect.poll(() => handle.requests()).toHaveLength(1)
    askAndWait(handle, '?n=2')
    await expect.poll(() => handle.requests()).toHaveLength(2)
    leave()
    await expect.poll(async () => (await handle.requests())[0]?.outcome).toBe('aborted')
    expect((await handle.waitForRequest()).query.get('n')).toBe('1')
    expect((await handle.waitForRequest()).query.get('n')).toBe('2')
  })

  test('a request that `where` refuses is left for a later wait', async () => {
    const handle = await add()
    for (const id of [1, 2]) await post(handle, { id })
    const isSecond = ({ json }: { json: unknown }) => JSON.stringify(json) === '{"id":2}'
    expect((await handle.waitForRequest({ where: isSecond })).json).toEqual({ id: 2 })
    expect((await handle.waitForRequest()).json).toEqual({ id: 1 })
  })

  test('`where` is called again when a request is answered', async () => {
    const handle = await add(20)
    const seen: string[] = []
    const where = ({ outcome }: { outcome: string }): boolean => {
      seen.push(outcome)
      return outcome === 'answered'
    }
    const waiting = handle.waitForRequest({ where })
    await fetch(handle.url)
    const { statusCode, durationMs } = await waiting
    expect(statusCode).toBe(200)
    expect(durationMs).toBeGreaterThanOrEqual(20)
    expect(seen.at(-1)).toBe('answered')
  })

  test('`where` is called again when the client disconnects, with the duration', async () => {
    const handle = await add(60_000)
    const leave = askAndWait(handle)
    const waiting = handle.waitForRequest({ where: ({ outcome }) => outcome === 'aborted' })
    await expect.poll(() => handle.requests()).toHaveLength(1)
    leave()
    const { statusCode, durationMs } = await waiting
    expect(statusCode).toBeNull()
    expect(durationMs).toBeGreaterThan(0)
  })

  test('a wait rejects with what `where` throws', async () => {
    const handle = await add()
    await fetch(handle.url, { method: 'POST', body: 'no JSON' })
    const where = (): boolean => {
      throw new Error('mine')
    }
    await expect(handle.waitForRequest({ where })).rejects.toThrow('mine')
  })

  test('a body that is not JSON does not match a `where` that reads JSON', async () => {
    const handle = await add()
    const post = (body?: string) => fetch(handle.url, { method: 'POST', body: body ?? null })
    const waiting = handle.waitForRequest({
      where: ({ json }) => (json as { id: number }).id === 7,
    })
    for (const body of [undefined, 'no JSON', '{"id":6}', '{"id":7}']) await post(body)
    expect((await waiting).text).toBe('{"id":7}')
  })

  test('a wait rejects with the reason of its signal, and takes no request', async () => {
    const handle = await add()
    const reason = new Error('enough')
    const controller = new AbortController()
    const waiting = handle.waitForRequest({ signal: controller.signal })
    controller.abort(reason)
    await expect(waiting).rejects.toBe(reason)
    await expect(handle.waitForRequest({ signal: controller.signal })).rejects.toBe(reason)
    await post(handle, 1)
    expect((await handle.waitForRequest()).json).toBe(1)
  })

  test('a wait that times out lists the other requests', async () => {
    const handle = await add()
    const other = await add()
    await post(other, { id: 1 })
    const line = `  #n POST /endpoint/${other.name} → 200 after n ms, body {"id":1}`
    const one = await messageOf((timeout) => handle.waitForRequest({ timeout }), line)
    const [first, ...lines] = one.split('\n')
    expect(first).toBe(`No matching request came to \`${handle.name}\` in time.`)
    expect(lines.at(-1)).toBe(line)
    await post(handle, 1)
    const two = await messageOf((timeout) => handle.waitForRequests(2, { timeout }), '1 of 2')
    expect(two).toContain(
      `1 of 2 matching requests came to \`${handle.name}\` in time.\nThe wait ended after n ms.\n`,
    )
  })

  test('a wait that times out leaves its requests to the next wait', async () => {
    const handle = await add()
    await post(handle, 1)
    const message = await messageOf((timeout) => handle.waitForRequests(2, { timeout }), '1 of 2')
    expect(message).toContain('1 of 2')
    expect((await handle.waitForRequest()).json).toBe(1)
  })

  test('a wait can begin before its endpoint exists', async () => {
    const waiting = client.endpoint(`of-waiting-${names + 1}`).waitForRequest()
    await post(await add(), 1)
    expect((await waiting).json).toBe(1)
  })
})

test('a reset cancels a wait, which takes no later request', async () => {
  const givenUp = expect(mock.endpoint('orders').waitForRequest()).rejects.toThrow(
    'The wait for a request to `orders` was given up: the mock was reset.',
  )
  await mock.reset()
  await givenUp
  const { url, waitForRequest } = await mock.add({ name: 'orders', data: [] })
  await fetch(url)
  expect((await waitForRequest()).path).toBe('/endpoint/orders')
})

test('a wait of the mock gets a request to any endpoint, once', async () => {
  const orders = await mock.add({ name: 'orders', data: [] })
  const waiting = mock.waitForRequest({ where: ({ method }) => method === 'PUT' })
  await fetch(orders.url)
  await fetch(orders.url, { method: 'PUT' })
  expect((await waiting).method).toBe('PUT')
  expect((await orders.waitForRequest()).method).toBe('GET')
  await expect(mock.waitForRequest({ timeout: 20 })).rejects.toThrow(
    'No matching request came in time.',
  )
})
