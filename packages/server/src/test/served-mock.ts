// A mock on a socket in this process, with endpoints of every kind.
import type { App } from '@mock-endpoint/core'
import type { NewEndpoint } from '@mock-endpoint/core/client'
import { createMock, type Mock } from '@mock-endpoint/core/mock'
import { onTestFinished } from 'vitest'
import { type ServeOptions, serve } from '../http/serve.ts'

export const endpoints: readonly NewEndpoint[] = [
  { name: 'orders', data: [{ id: 1, price: 1.1 }] },
  { name: 'a.b-c_d~9', data: 'é日🎉', statusCode: 201 },
  { name: 'empty', data: null, statusCode: 204 },
  { name: 'reset', data: 1, statusCode: 205 },
  { name: 'same', data: 1, statusCode: 304 },
  { name: 'broken', data: {}, statusCode: 599 },
  { name: 'long', data: 'x'.repeat(5000) },
  { name: 'é', data: 'accent' },
  { name: 'later', data: 1, delay: 1 },
]

export interface Served {
  readonly mock: Mock
  readonly url: string
}

/** A mock with these endpoints, on a socket. */
export async function startServed(more: Partial<ServeOptions> = {}): Promise<Served> {
  const mock = await createMock({ endpoints, maxDelayed: 2, seed: 1 })
  return { mock, ...(await listen(mock.app, mock.close, more)) }
}

/** Serves the app until the test ends. */
export async function listen(
  app: App,
  onStopped: () => void = () => {},
  more: Partial<ServeOptions> = {},
): Promise<{ readonly url: string }> {
  const listening = { port: 0, hosts: ['127.0.0.1'], keepAliveTimeout: 5000, grace: 0, ...more }
  const { url, close } = await serve({ app, ...listening, onStopped })
  onTestFinished(close)
  return { url }
}
