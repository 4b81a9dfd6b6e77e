// The door of node:http. Requests of the mock plane are answered as they are; those of the control
// plane and the page go through the adapter to the app's `fetch`.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { getRequestListener, RequestError } from '@hono/node-server'
import { type App, type Incoming, type PlainRequest, Problem } from '@mock-endpoint/core'
import { readBody } from './read-body.ts'

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
    const leave = app.answer(toPlain(incoming), {
      answer({ status, headers, body }) {
        // Else node:http ends the connection, but still says that it keeps it.
        if (headers.at(-1)?.[0] === 'connection') outgoing.shouldKeepAlive = false
        // Node's types do not know that it takes lists that cannot be changed.
        outgoing.writeHead(status, headers as never).end(body)
      },
    })
    if (!leave) adapted(incoming, outgoing)
    else if (!outgoing.writableEnded) outgoing.once('close', leave)
  }
}

function toPlain(incoming: IncomingMessage): PlainRequest {
  return {
    method: incoming.method ?? '',
    target: incoming.url ?? '',
    headers: incoming.rawHeaders,
    httpVersion: incoming.httpVersion,
    body: (limit, read) => readBody(incoming, limit, read),
  }
}

function adapt(fetch: App['fetch'], overrideGlobalObjects: boolean): RequestListener {
  const withBody = (request: Request, { incoming }: { incoming: IncomingMessage }) => {
    const body: Incoming['body'] = (limit, read) => readBody(incoming, limit, read)
    return fetch(request, { incoming, body })
  }
  const adapter = getRequestListener(withBody as never, {
    overrideGlobalObjects,
    // It sets global timers, which a test that fakes them would see; node:http reads bodies to
    // their end by itself, only longer.
    autoCleanupIncoming: overrideGlobalObjects,
    errorHandler: toReply,
  })
  return (incoming: IncomingMessage, outgoing: ServerResponse) => {
    // The adapter makes a URL of it, and refuses or bends what it cannot read. The app judges the
    // Host by the header, which stays as it was sent, and needs only the path of the URL.
    incoming.headers.host = 'localhost'
    void adapter(incoming, outgoing)
  }
}

/** The app answers its own errors; what arrives here never reached it. */
function toReply(error: unknown): Response {
  if (!(error instanceof RequestError)) throw error
  const detail = `${error.message}; send a path such as /endpoint/orders.`
  return new Problem('malformed-url', detail).getResponse()
}
