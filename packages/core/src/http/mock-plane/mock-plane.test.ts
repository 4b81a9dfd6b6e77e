import { expect, test } from 'vitest'
import { createMemoryStore } from '../../memory.ts'
import { createApp } from '../app.ts'

const url = 'http://localhost/endpoint/orders'

async function serve(endpoint: string) {
  const app = createApp({ store: createMemoryStore() })
  await app.request('/api/endpoint/add', { method: 'PUT', body: endpoint })
  return app
}

test('a malformed endpoint name in the path is a 400, not an exception', async () => {
  const app = await serve('{"name":"orders","data":[]}')
  const response = await app.fetch(new Request('http://localhost/endpoint/%zz'))
  expect(response.status).toBe(400)
})

test('a delay ends when its client disconnects', async () => {
  const app = await serve('{"name":"orders","data":[],"delay":60000}')
  const client = new AbortController()
  const response = app.fetch(new Request(url, { signal: client.signal }))
  client.abort()
  expect((await response).status).toBe(499)
})
