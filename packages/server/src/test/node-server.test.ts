// The app under a general adapter, @hono/node-server, as a library would use it.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { createApp } from '@mock-endpoint/core'
import { createWire } from '@mock-endpoint/core/client'
import { createMemoryStore } from '@mock-endpoint/core/memory'
import { Hono } from 'hono'
import { expect, onTestFinished, test } from 'vitest'
import { exchange, last, outcome } from './raw-exchange.ts'

test.each([
  ['alone', ''],
  ['below another app', '/acme/mocks'],
])(
  'the app has all its features under `serve({ fetch })` of @hono/node-server: %s',
  async (_, prefix) => {
    const ours = createApp({ store: createMemoryStore() })
    const app = prefix === '' ? ours : new Hono().route('/:tenant/mocks', ours)
    const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' })
    onTestFinished(() => void server.close())
    if (!server.listening) await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const control = createWire({ url: url + prefix })

    await control.addEndpoint('{"name":"orders","data":1.10}')
    expect(await (await fetch(`${url}${prefix}/endpoint/orders?a=b`)).text()).toBe('1.10')
    const body = 'x'.repeat(100_000)
    expect((await fetch(`${url}${prefix}/endpoint/orders`, { method: 'POST', body })).status).toBe(
      200,
    )
    const miss = await exchange(url, last(`GET ${prefix}/endpoint/x/../order HTTP/1.1`))
    expect(miss.map(outcome)).toEqual(['404 endpoint-not-found'])
    expect(miss[0]?.body).toContain(` PUT ${prefix}/api/endpoint/add makes one.`)

    const { requests } = await control.listRequests({})
    const seen = requests.map(({ path, query, bodyBytes }) => [path, query, bodyBytes])
    expect(seen).toEqual([
      [`${prefix}/endpoint/orders`, 'a=b', 0],
      [`${prefix}/endpoint/orders`, '', 100_000],
      [`${prefix}/endpoint/x/../order`, '', 0],
    ])
    const events: string[] = []
    const end = new AbortController()
    for await (const batch of control.followRequests({}, end.signal)) {
      events.push(...batch.map(({ type }) => type))
      if (events.length === 3) end.abort()
    }
    expect(events).toEqual(['request', 'request', 'request'])
    expect(await control.getHealth(undefined)).toMatchObject({ status: 'ok', endpoints: 1 })
    await control.reset('{"endpoints":true}')
    expect(await control.listEndpoints({})).toEqual({ endpoints: [], next: null })
  },
)
