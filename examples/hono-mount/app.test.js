import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createApp, createFetch } from '@mock-endpoint/core'
import { createClient } from '@mock-endpoint/core/client'
import { createMemoryStore } from '@mock-endpoint/core/memory'
import { createShop } from './app.js'

function start(options) {
  const mocks = createApp({ store: createMemoryStore(), ...options })
  const shop = createShop({ mocks })
  const fetch = createFetch(shop)
  return { fetch, client: createClient({ url: 'http://localhost/mocks', fetch, ...options }) }
}

test('endpoints are added and answer below the prefix', async () => {
  const { fetch, client } = start()
  const { url } = await client.add({ name: 'prices', data: { tea: 420 }, statusCode: 203 })
  assert.equal(url, 'http://localhost/mocks/endpoint/prices')
  const response = await fetch('/mocks/endpoint/prices', { method: 'POST', body: '{}' })
  assert.equal(response.status, 203)
  assert.deepEqual(await response.json(), { tea: 420 })
})

test('an endpoint that is not there is a problem, as ever', async () => {
  const { fetch } = start()
  const response = await fetch('/mocks/endpoint/prices')
  assert.equal(response.status, 404)
  assert.equal((await response.json()).code, 'endpoint-not-found')
})

test('the paths of the shop stay its own, and so does its 404', async () => {
  const { fetch } = start({ token: 'secret' })
  assert.equal(await (await fetch('/api/version')).text(), '1')
  for (const path of ['/endpoint/prices', '/api/health']) {
    const response = await fetch(path)
    assert.equal(response.status, 404)
    assert.equal(await response.text(), 'The shop has no such page.')
  }
})

test('a path below the prefix where nothing is says where endpoints are, and is recorded', async () => {
  const { fetch, client } = start()
  const response = await fetch('/mocks/prices')
  assert.equal(response.status, 404)
  assert.match((await response.json()).detail, /Endpoints answer at \/mocks\/endpoint\/\{name\}/)
  const [request] = await client.requests()
  assert.equal(request.outcome, 'unmatched')
})

test('the control API is guarded below the prefix too', async () => {
  const { fetch, client } = start({ token: 'secret' })
  assert.equal((await client.health()).status, 'ok')
  assert.equal((await fetch('/mocks/api/health')).status, 401)
  const elsewhere = await fetch('http://shop.example/mocks/api/health')
  assert.equal((await elsewhere.json()).code, 'host-not-allowed')
})

test('without mocks there are none', async () => {
  const response = await createShop().request('/mocks/api/health')
  assert.equal(response.status, 404)
})
