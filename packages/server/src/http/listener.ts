// The adapters of node:http and node:http2. Requests go to the app as they arrive. Only event
// streams and the web UI go through Hono's adapter to the app's `fetch`.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2'
import { getRequestListener, RequestError } from '@hono/node-server'
import { type App, type EndpointApp, type PlainRequest, Problem } from '@mock-endpoint/core'
import { breakOff } from './break-off.ts'
import {
  type Http2Listener,
  headersAsHttp1,
  http2Responder,
  plainHttp2,
  tooLargeHeaders,
  withoutTransferEncoding,
} from './http2-listener.ts'
import { createLargeResponses, type LargeResponses, largeResponse } from './large-responses.ts'
import { sendLast } from './last-response.ts'
import { beginBody } from './paced-body.ts'
import { dropUnread, readBody } from './read-body.ts'

/** The app that answers the requests of a listener. */
type ListeningApp = App | EndpointApp

/** Called with a request before the app. `endpoint` names the one at the root of the port. */
export type OnRequest = (
  incoming: IncomingMessage | Http2ServerRequest,
  outgoing: ServerResponse | Http2ServerResponse,
  endpoint?: string,
) => void

/** The listeners for requests over HTTP/1.1 and over HTTP/2. */
export interface Listeners {
  readonly http1: RequestListener
  readonly http2: Http2Listener
}

export interface ListenerOptions {
  readonly overrideGlobalObjects?: boolean
  /** Total bytes of unread responses above which stalled clients are dropped. Default: 256 MiB. */
  readonly unreadBytes?: number | undefined
  /** Milliseconds for which the rest of a refused request is read. Default: 1000. */
  readonly patience?: number | undefined
  readonly onRequest?: OnRequest | undefined
}

/** Creates the listeners of an app, which may be the app of one endpoint. */
export type ListenTo = (app: ListeningApp, endpoint?: string) => Listeners

/** Returns a function that creates the listeners of a server, which share `unreadBytes`. */
export function createListeners(options: ListenerOptions): ListenTo {
  const {
    unreadBytes = 256 * 1024 * 1024,
    patience = 1000,
    overrideGlobalObjects = false,
  } = options
  const largeResponses = createLargeResponses(unreadBytes)
  return (app, endpoint) => {
    const adapted = adapt(app.fetch, overrideGlobalObjects)
    const onRequest: Listening['onRequest'] = (incoming, outgoing) =>
      options.onRequest?.(incoming, outgoing, endpoint)
    const listening = { app, adapted, largeResponses, patience, onRequest }
    return { http1: createListener(listening), http2: createHttp2Listener(listening) }
  }
}

interface Listening {
  readonly app: ListeningApp
  /** For requests that the app leaves to `fetch`. */
  readonly adapted: FetchAdapter
  readonly largeResponses: LargeResponses
  readonly patience: number
  readonly onRequest: FetchAdapter
}

function createListener(listening: Listening): RequestListener {
  const { app, adapted, largeResponses, patience, onRequest } = listening
  return (incoming, outgoing) => {
    // Further requests may arrive with the request that ended the connection, or after its end.
    if (incoming.socket.destroyed) return
    if (incoming.socket.writableEnded) {
      incoming.resume()
      return
    }
    onRequest(incoming, outgoing)
    const leave = app.answer(toPlain(incoming), {
      answer({ status, headers, body }, isLast = false) {
        // Node's types do not allow readonly lists.
        const begin = (): ServerResponse => outgoing.writeHead(status, headers as never)
        const send = (): unknown => begin().end(body)
        if (isLast) {
          outgoing.shouldKeepAlive = false
          sendLast(incoming, begin(), body, patience)
          return
        }
        dropUnread(incoming)
        if (body === null || body.length < largeResponse || typeof body === 'string') send()
        else largeResponses.send(outgoing, body, send)
      },
      begin: (head) => beginBody(outgoing, head, largeResponses),
      abort: (fault) => breakOff(outgoing, fault),
    })
    if (!leave) {
      // Nothing else reads this body, and an unread body would hide that the client disconnects. A
      // request without one also has to be read to its end.
      dropUnread(incoming)
      incoming.resume()
      // The adapter builds a URL from the Host, and refuses or alters a Host it cannot parse. The
      // app needs only the path of that URL, because it reads the Host from the raw headers.
      incoming.headers.host = 'localhost'
      adapted(incoming, outgoing)
    } else if (!outgoing.writableEnded) outgoing.once('close', leave)
  }
}

function createHttp2Listener(listening: Listening): Http2Listener {
  const { app, adapted, largeResponses, patience, onRequest } = listening
  return (incoming, outgoing) => {
    headersAsHttp1(incoming)
    onRequest(incoming, outgoing)
    const responder = http2Responder(incoming, largeResponses)
    const problem = tooLargeHeaders(incoming)
    if (problem) responder.answer(problem.toResponse())
    else {
      const leave = app.answer(plainHttp2(incoming, patience), responder)
      if (!leave) {
        incoming.headers[':authority'] = 'localhost'
        withoutTransferEncoding(outgoing)
        adapted(incoming, outgoing)
      } else incoming.stream.once('close', leave)
    }
  }
}

function toPlain(incoming: IncomingMessage): PlainRequest {
  const { socket } = incoming
  return {
    ...('encrypted' in socket && { origin: 'https://localhost' }),
    method: incoming.method ?? '',
    target: incoming.url ?? '',
    headers: incoming.rawHeaders,
    connection: socket,
    httpVersion: incoming.httpVersion,
    body: (limit, read, memory) => readBody(incoming, limit, read, memory),
  }
}

/** An adapter of `fetch` for node:http and node:http2. */
type FetchAdapter = (
  incoming: IncomingMessage | Http2ServerRequest,
  outgoing: ServerResponse | Http2ServerResponse,
) => void

function adapt(fetch: ListeningApp['fetch'], overrideGlobalObjects: boolean): FetchAdapter {
  return getRequestListener(fetch, {
    overrideGlobalObjects,
    // The cleanup sets global timers, which a test that fakes timers would see. Without it,
    // node:http itself reads bodies to their end, but for longer.
    autoCleanupIncoming: overrideGlobalObjects,
    errorHandler: toReply,
  })
}

/** Responds to errors of the adapter. The app itself handles errors of requests that reach it. */
function toReply(error: unknown): Response {
  if (!(error instanceof RequestError)) throw error
  const detail = `${error.message}; send a path such as /endpoint/orders.`
  return new Problem('malformed-url', detail).getResponse()
}
