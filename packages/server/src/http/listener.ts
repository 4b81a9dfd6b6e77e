// From node:http to the app: the adapter, and what it could not turn into a request.
import type { RequestListener } from 'node:http'
import { getRequestListener, RequestError } from '@hono/node-server'
import { Problem } from '@mock-endpoint/core'
import type { Hono } from 'hono'

export interface ListenerOptions {
  readonly app: Hono
  readonly overrideGlobalObjects: boolean
  readonly onRequest: RequestListener | undefined
}

export function createListener(options: ListenerOptions): RequestListener {
  const { app, overrideGlobalObjects, onRequest } = options
  const listener = getRequestListener(app.fetch, {
    overrideGlobalObjects,
    // For HTTP/1.0, which needs no Host; node:http refuses HTTP/1.1 without one.
    hostname: 'localhost',
    errorHandler: toReply,
  })
  if (!onRequest) return listener
  return (incoming, outgoing) => {
    onRequest(incoming, outgoing)
    void listener(incoming, outgoing)
  }
}

/** The app answers its own errors; what arrives here never reached it. */
function toReply(error: unknown): Response {
  if (!(error instanceof RequestError)) throw error
  const isHost = /host/i.test(error.message)
  const code = isHost ? 'malformed-host' : 'malformed-url'
  const detail = `${error.message}; send a path such as /endpoint/orders and a Host such as localhost:16540.`
  return new Problem(code, detail).getResponse()
}
