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

test('the problem of an unmatched request names the rules of its endpoint that are used up', async () => {
  const app = createApp({ store: createMemoryStore() })
  const once = async (id: string, when: object): Promise<void> => {
    const rule = { id, endpoint: 'pay', when, response: {}, times: 1 }
    await app.request('/api/rule/add', { method: 'PUT', body: JSON.stringify(rule) })
  }
  const detailOf = async (path: string): Promise<string> =>
    (await (await app.request(path)).json()).detail
  await once('first', { path: '/v1' })
  await app.request('/endpoint/pay/v1')
  const one = 'Its rule `first` is used up.'
  expect(await detailOf('/endpoint/pay')).toContain(`There is no endpoint \`pay\`. ${one}`)
  expect(await detailOf('/endpoint/pay/v1')).toContain(`nothing at /endpoint/pay/v1. ${one}`)
  await once('second', {})
  await app.request('/endpoint/pay')
  const two = '2 of its rules are used up, the latest `second`.'
  expect(await detailOf('/endpoint/pay/v1')).toContain(two)
})
