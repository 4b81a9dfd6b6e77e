// From node:http to the app: the short way where it is open, else the adapter.
import type { RequestListener, ServerResponse } from 'node:http'
import { getRequestListener, RequestError } from '@hono/node-server'
import { type App, Problem } from '@mock-endpoint/core'

type Fetch = App['fetch']

export interface ListenerOptions {
  /** Answers what arrives. */
  readonly app: App
  readonly overrideGlobalObjects?: boolean
  readonly onRequest?: RequestListener | undefined
}

export function createListener({
  app,
  overrideGlobalObjects = false,
  onRequest,
}: ListenerOptions): RequestListener {
  const adapted = adapt(app.fetch, overrideGlobalObjects)
  return (incoming, outgoing) => {
    onRequest?.(incoming, outgoing)
    const leave = app.shortWay(incoming, ({ status, headers, body }) => {
      outgoing.writeHead(status, headers).end(body)
    })
    if (!leave) adapted(incoming, outgoing)
    else if (!outgoing.writableEnded) outgoing.once('close', leave)
  }
}

function adapt(fetch: Fetch, overrideGlobalObjects: boolean): RequestListener {
  const adapter = getRequestListener(overrideGlobalObjects ? fetch : withPlainHeaders(fetch), {
    overrideGlobalObjects,
    // It sets global timers, which a test that fakes them would see; node:http reads bodies to
    // their end by itself, only longer.
    autoCleanupIncoming: overrideGlobalObjects,
    errorHandler: toReply,
  })
  return (incoming, outgoing) => {
    if (incoming.headers.host === undefined && incoming.httpVersion === '1.1') {
      refuseWithoutHost(outgoing)
      return
    }
    // The adapter makes a URL of it, and refuses or bends what it cannot read. The app judges the
    // Host by the header, which stays as it was sent, and needs only the path of the URL.
    incoming.headers.host = 'localhost'
    void adapter(incoming, outgoing)
  }
}

/**
 * To read a body, the adapter may make a Request of the global class, which in a simulated browser
 * cannot copy the adapter's own Headers.
 */
function withPlainHeaders(fetch: Fetch): Fetch {
  return (request, env) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      Object.defineProperty(request, 'headers', { value: new Headers([...request.headers]) })
    }
    return fetch(request, env)
  }
}

/** RFC 9112, 3.2. */
function refuseWithoutHost(outgoing: ServerResponse): void {
  const detail = 'A request of HTTP/1.1 needs a Host; send one such as localhost:16540.'
  const problem = new Problem('malformed-host', detail)
  const body = Buffer.from(JSON.stringify(problem))
  const type = 'application/problem+json'
  outgoing.shouldKeepAlive = false
  outgoing
    .writeHead(problem.status, { 'content-type': type, 'content-length': body.length })
    .end(body)
}

/** The app answers its own errors; what arrives here never reached it. */
function toReply(error: unknown): Response {
  if (!(error instanceof RequestError)) throw error
  const detail = `${error.message}; send a path such as /endpoint/orders.`
  return new Problem('malformed-url', detail).getResponse()
}
