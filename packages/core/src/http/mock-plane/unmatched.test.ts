// Responses and records of requests that no rule of an endpoint answers.
import { expect, test } from 'vitest'
import { createJournal } from '../../journal/journal.ts'
import { createMemoryStore } from '../../memory.ts'
import { settle } from '../../test/hand-clock.ts'
import { createApp } from '../app.ts'

const rule = {
  id: 'secret',
  endpoint: 'api',
  text: '{"id":"secret","endpoint":"api","when":{"headers":{"Authorization":"good"}},"response":{}}',
}

test('a near miss hides the values of masked headers, in response and journal', async () => {
  const store = createMemoryStore()
  await store.putRule(rule)
  const journal = createJournal({ masked: ['authorization'] })
  const app = createApp({ store, journal })
  const differs = { rule: 'secret', member: 'headers.Authorization', expected: '***' }
  for (const [headers, actual] of [
    [{ authorization: 'bad' }, '***'],
    [{}, 'nothing'],
  ] as const) {
    const response = await app.request('/endpoint/api', { headers })
    const text = await response.text()
    expect(JSON.parse(text)).toMatchObject({ closest: { ...differs, actual } })
    expect(text).not.toMatch(/good|bad/)
    expect(journal.list().at(-1)).toMatchObject({ closest: { ...differs, actual } })
  }
})

test('a disconnect while rules are read makes a request aborted, not unmatched', async () => {
  let read = (): void => {}
  const reading = new Promise<void>((resolve) => {
    read = resolve
  })
  const kept = createMemoryStore()
  await kept.putRule(rule)
  const rulesOf = async (name: string) => {
    await reading
    return kept.rulesOf(name)
  }
  const journal = createJournal()
  const app = createApp({ store: { ...kept, rulesOf }, journal })
  const client = new AbortController()
  const request = new Request('http://localhost/endpoint/api/below', { signal: client.signal })
  const response = app.fetch(request)
  client.abort()
  read()
  expect((await response).status).toBe(499)
  await settle()
  expect(journal.list()).toMatchObject([{ endpoint: 'api', outcome: 'aborted', rule: null }])
})

test('a WebSocket gets a 501, and the rule that its problem suggests answers instead', async () => {
  const store = createMemoryStore()
  const journal = createJournal()
  const app = createApp({ store, journal })
  const put = (path: string, body: string) => app.request(path, { method: 'PUT', body })
  await put('/api/endpoint/add', '{"name":"orders","data":1}')
  const open = () =>
    app.request('/endpoint/orders', { headers: { Connection: 'Upgrade', Upgrade: 'websocket' } })
  const refused = await open()
  expect(refused.status).toBe(501)
  const { code, detail, name } = (await refused.json()) as Record<string, string>
  expect([code, name]).toEqual(['no-websocket', 'orders'])
  expect(journal.list()).toMatchObject([{ path: '/endpoint/orders', outcome: 'unmatched' }])
  const rule = /As a rule: PUT (\S+) (.*)$/.exec(detail ?? '')
  expect((await put(rule?.[1] ?? '', rule?.[2] ?? '')).status).toBe(200)
  expect((await open()).status).toBe(503)
  expect((await app.request('/endpoint/orders')).status).toBe(200)
})
