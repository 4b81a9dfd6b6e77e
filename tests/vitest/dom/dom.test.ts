// In happy-dom and jsdom, with the fetch and XMLHttpRequest of each.
import { createMockServer, sharedMockServer, test } from '@mock-endpoint/vitest-plugin'
import { describe, expect } from 'vitest'
import type { Api } from '../api.ts'

let onDelay = (): void => {}
const mock = await createMockServer<Api>({
  endpoints: [{ name: 'orders', data: [{ id: 1 }] }],
  onUnhandledRequest: 'ignore',
  // Time stands still. `onDelay` is called when a delay begins.
  clock: {
    now: () => 0,
    time: () => 0,
    setTimeout: () => queueMicrotask(() => onDelay()),
    clearTimeout: () => {},
  },
})

const fetches = {
  'the fetch of the environment': (...args: Parameters<typeof fetch>) => fetch(...args),
  'mock.fetch': mock.fetch,
}

describe.each(Object.entries(fetches))('%s', (_name, fetch) => {
  test('fetch reads JSON, and the problem of a 404', async () => {
    expect(await (await fetch(mock.url('orders'))).json()).toEqual([{ id: 1 }])
    const missing = await fetch(`${mock.url()}/endpoint/order`)
    expect([missing.status, await missing.json()]).toMatchObject([404, { nearMisses: ['orders'] }])
  })

  test('fetch reads a 204 without a body', async () => {
    const { url } = await mock.add({ name: 'flag', data: true, statusCode: 204 })
    const response = await fetch(url)
    expect([response.status, await response.text()]).toEqual([204, ''])
  })

  test('fetch posts JSON', async () => {
    const headers = { 'content-type': 'application/json', 'x-request-id': '1' }
    const response = await fetch(mock.url('orders'), { method: 'POST', headers, body: '{"id":2}' })
    expect(await response.json()).toEqual([{ id: 1 }])
  })

  test('a fetch of a delayed response rejects when its signal aborts', async () => {
    const { url } = await mock.add({ name: 'flag', data: true, delay: 1000 })
    const controller = new AbortController()
    onDelay = () => controller.abort()
    const response = fetch(url, { signal: controller.signal })
    await expect(response).rejects.toMatchObject({ name: 'AbortError' })
  })
})

test('XMLHttpRequest posts JSON with credentials, across origins', async () => {
  expect(location.origin).not.toBe(mock.url())
  const request = new XMLHttpRequest()
  request.withCredentials = true
  request.open('POST', mock.url('orders'))
  request.setRequestHeader('content-type', 'application/json')
  await new Promise((resolve, reject) => {
    request.onload = resolve
    request.onerror = reject
    request.send('{"id":2}')
  })
  expect([request.status, request.responseText]).toEqual([200, '[{"id":1}]'])
})

test('the client of the shared server adds and removes an endpoint, across origins', async () => {
  const shared = sharedMockServer<Record<string, number>>()
  const name = `of-${navigator.userAgent}`.replaceAll('/', ' ')
  const { url } = await shared.add({ name, data: 1 })
  expect(await (await fetch(url, { credentials: 'include' })).json()).toBe(1)
  expect(await shared.remove(name)).toBe(true)
})

test('the variables of the configuration are in import.meta.env and process.env', () => {
  const { url } = sharedMockServer<Api>().endpoint('orders')
  expect([import.meta.env['API_URL'], process.env['API_URL']]).toEqual([url, url])
})
