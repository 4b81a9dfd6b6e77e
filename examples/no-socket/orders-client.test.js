import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createApp } from '@mock-endpoint/core'
import { createMemoryStore } from '@mock-endpoint/core/memory'
import { getOrders } from './orders-client.js'

const baseUrl = 'http://localhost/endpoint'

function serve(endpoint) {
  const app = createApp({ store: createMemoryStore() })
  const body = JSON.stringify({ name: 'orders', ...endpoint })
  return { app, added: app.request('/api/endpoint/add', { method: 'PUT', body }) }
}

test('orders come as they are', async () => {
  const { app, added } = serve({ data: [{ id: 1 }] })
  await added
  assert.deepEqual(await getOrders({ baseUrl, fetch: app.fetch }), [{ id: 1 }])
})

test('a service that stays busy ends in an error', async () => {
  const { app, added } = serve({ data: { error: 'busy' }, statusCode: 503 })
  await added
  await assert.rejects(getOrders({ baseUrl, fetch: app.fetch }), /answered 503/)
})
