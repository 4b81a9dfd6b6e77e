// One node:http server: its time-outs, and how it drains.
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { Http2ServerResponse } from 'node:http2'
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import { setImmediate } from 'node:timers'
import { setTimeout as sleep } from 'node:timers/promises'
import { createMembers } from '@mock-endpoint/core'
import type { AnswerHttps } from '../tls/both.ts'
import type { Http2Listener } from './http2-listener.ts'
import { createSessions, speaksHttp2 } from './http2-sessions.ts'
import type { Listeners } from './listener.ts'
import { noteRaw } from './raw-socket.ts'
import { refuseMalformed } from './refuse-malformed.ts'

export interface HttpServer {
  /** Resolves to the port. Rejects with the error of `listen`. */
  listen(port: number, host: string): Promise<number>
  /** Takes no new connections. Each open one ends after its next response. */
  stopListening(): void
  /** Resolves when no response is under way any more, or after so many milliseconds. */
  quiet(patience: number): Promise<void>
  /** Ends every connection. */
  destroy(): void
}

export interface HttpServerOptions {
  readonly listeners: Listeners
  /** How long an idle connection is kept, in milliseconds. */
  readonly keepAliveTimeout: number
  /** Keeps the process alive only while a request is being answered. Default: as long as it listens. */
  readonly unref?: boolean | undefined
  /** When given, each port answers HTTPS as well as HTTP, and all URLs are of HTTPS. */
  readonly answerHttps?: AnswerHttps | undefined
  /** How often a connection of HTTP/2 is looked at, in milliseconds. */
  readonly pingInterval?: number | undefined
}

const second = 1000
const common = {
  headersTimeout: 10 * second,
  requestTimeout: 30 * second,
  connectionsCheckingInterval: second,
  // The listener refuses a request without a Host, with a problem.
  requireHostHeader: false,
}
/** After so long without a request, we assume that no client is about to reuse its connection. */
const quietTime = 100
const pollInterval = 20

export function createHttpServer({
  listeners,
  keepAliveTimeout,
  unref = false,
  answerHttps,
  pingInterval = 10_000,
}: HttpServerOptions): HttpServer {
  const inFlight = createMembers<ServerResponse>()
  const inFlight2 = createMembers<Http2ServerResponse>()
  const isBusy = (): boolean => inFlight.size + inFlight2.size > 0
  let isStopping = false

  function follow(outgoing: ServerResponse | Http2ServerResponse, takeOut: () => void): void {
    if (unref) server.ref()
    outgoing.once('close', () => {
      takeOut()
      if (unref && !isBusy()) server.unref()
    })
  }

  const serve: RequestListener = (incoming, outgoing) => {
    if (isStopping) outgoing.shouldKeepAlive = false
    listeners.http1(incoming, outgoing)
    if (isOver(outgoing)) return
    follow(outgoing, inFlight.add(outgoing))
    if (outgoing.socket === null) closeWithSocket(incoming, outgoing)
  }
  const http2: Http2Listener = (incoming, outgoing) => {
    listeners.http2(incoming, outgoing)
    follow(outgoing, inFlight2.add(outgoing))
  }
  const server = createServer({ ...common, keepAliveTimeout }, serve)
  const sessions =
    answerHttps && speaksHttp2 ? createSessions(http2, keepAliveTimeout, pingInterval) : undefined
  const endEarly = answerHttps?.(server, noteRaw, sessions?.serve)
  if (unref) server.unref().on('connection', (socket) => socket.unref())
  // We ask for the body when the app begins to read it, so a refused body is never sent.
  server.on('checkContinue', (incoming, outgoing) => {
    incoming.once('resume', () => {
      if (!outgoing.headersSent) outgoing.writeContinue()
    })
    serve(incoming, outgoing)
  })
  server.on('timeout', (socket) => endIdle(socket, keepAliveTimeout))
  // Any other expectation (RFC 9110, 10.1.1) is ignored.
  server.on('checkExpectation', serve)
  server.on('clientError', (error, socket) => {
    const last = [...inFlight].filter(({ req }) => req.socket === socket).at(-1)
    refuseMalformed(error, socket, last)
  })

  return {
    listen: (port, host) => listen(server, port, host),
    stopListening() {
      isStopping = true
      for (const outgoing of inFlight) {
        if (!outgoing.headersSent) outgoing.shouldKeepAlive = false
      }
      sessions?.stop()
      closeListener(server)
    },
    quiet: (patience) => untilQuiet(server, isBusy, patience),
    destroy() {
      endEarly?.()
      sessions?.destroy()
      server.closeAllConnections()
      server.close()
    },
  }
}

async function untilQuiet(server: Server, isBusy: () => boolean, patience: number): Promise<void> {
  const deadline = performance.now() + patience
  let busy = performance.now()
  while (performance.now() < Math.min(busy + quietTime, deadline)) {
    if ((await countConnections(server)) === 0) return
    await sleep(Math.min(pollInterval, patience))
    if (isBusy()) busy = performance.now()
  }
}

/**
 * Ends a connection that was idle for so long. While the process was busy, a request may have come that
 * it has not read yet: it is read before that is known.
 */
function endIdle(socket: Socket, keepAliveTimeout: number): void {
  // Node.js adds a second. While a response is sent, the time is shorter, or there is none.
  const isIdle = (): boolean => (socket.timeout ?? 0) >= keepAliveTimeout
  const { bytesRead } = socket
  if (!isIdle()) return
  setImmediate(() => {
    if (isIdle() && socket.bytesRead === bytesRead) socket.destroy()
  })
}

/**
 * Whether the operating system has the whole response. The last response of a connection counts as under
 * way until the connection ends, because what follows it is nobody's request.
 */
function isOver({ writableEnded, socket, shouldKeepAlive }: ServerResponse): boolean {
  return writableEnded && socket?.writableLength === 0 && shouldKeepAlive
}

/** When a connection ends, node:http tells only the response being sent, not those queued after it. */
function closeWithSocket({ socket }: IncomingMessage, outgoing: ServerResponse): void {
  const close = (): void => void outgoing.emit('close')
  // A client may pipeline any number of requests.
  socket.setMaxListeners(0)
  socket.once('close', close)
  outgoing.once('close', () => socket.off('close', close))
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve((server.address() as AddressInfo).port)
    })
  })
}

function countConnections(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)))
  })
}

/** Of what Bun's http.Server keeps behind symbols, the listener alone has this. */
interface Kept {
  /** Returns how many it has ended. */
  closeIdleConnections?: () => number
}

/**
 * `close()` of http.Server also ends idle connections at once, even one that a client is writing to,
 * whose request is then lost. That of net.Server does not. On Bun, http.Server is no net.Server, so
 * we take the ending of idle connections from the listener that it keeps behind a symbol. If a later
 * Bun keeps it elsewhere, idle connections end at once there.
 */
function closeListener(server: Pick<Server, 'close'>): void {
  if (server instanceof NetServer) NetServer.prototype.close.call(server)
  else {
    for (const key of Reflect.ownKeys(server)) {
      const kept: Kept | undefined | null = Reflect.get(server, key)
      if (kept?.closeIdleConnections) kept.closeIdleConnections = () => 0
    }
    server.close()
  }
}
