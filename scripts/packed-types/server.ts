// The exports of a program with its own server, without type annotations.
import { createMockServer, startServer } from '@mock-endpoint/server'

interface Api {
  orders: { id: number; at: Date }[]
  flag: boolean
}

export const mock = await createMockServer<Api>()
export const anyMock = await createMockServer()
export const handle = await mock.add({ name: 'orders', data: [{ id: 1, at: new Date(0) }] })
export const failing = await mock.add({ name: 'orders', data: { error: 'x' }, statusCode: 503 })
export const orders = await mock.get('orders')
export const all = mock.list({ prefix: 'o' })
export const flag = mock.endpoint('flag')
export const health = await mock.health()
export const request = await handle.waitForRequest()
export const received = await mock.requests('flag')
export const options = (...given: Parameters<typeof createMockServer<Api>>) => given[0]
export const { endpoints, clock, journal, onError } = options() ?? {}
export const server = await startServer({ port: 0 })
export const { app, url } = server
export const settings = (...given: Parameters<typeof startServer>) => given[0]
export const { store, onTrouble, onRequest, web } = settings() ?? {}
