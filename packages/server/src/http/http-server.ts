// A node:http server: its timeouts, and how it drains.
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
import { refuseMalformed, refuseTunnel } from './refuse-malformed.ts'

export interface HttpServer {
  /** Resolves to the port. Rejects with the error of `listen`. */
  listen(port: number, host: string): Promise<number>
  /** Accepts no new connections. Each open connection ends after its next response. */
  stopListening(): void
  /** Resolves when no response is in progress, at the latest after `patience` milliseconds. */
  quiet(patience: number): Promise<void>
  /** Ends every connection. */
  destroy(): void
}

export interface HttpServerOptions {
  readonly listeners: Listeners
  /** Milliseconds that an idle connection is kept. */
  readonly keepAliveTimeout: number
  /** Keeps the process alive only while a request is answered. Default: as long as it listens. */
  readonly unref?: boolean | undefined
  /** If given, each port answers both HTTP and HTTPS, and all URLs use HTTPS. */
  readonly answerHttps?: AnswerHttps | undefined
  /** Milliseconds between two checks of an HTTP/2 connection. Default: 10,000. */
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
/** Milliseconds without a request after which we assume that no client reuses its connection. */
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

  // Without a listener, Node.js closes the connection.
  server.on('connect', (_, socket) => refuseTunnel(socket))

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
 * Ends a connection whose idle time is over. If a request arrived while the process was busy, it is
 * read first, and the connection stays.
 */
function endIdle(socket: Socket, keepAliveTimeout: number): void {
  // Node.js adds a second to this. During a response, the timeout is shorter, or there is none.
  const isIdle = (): boolean => (socket.timeout ?? 0) >= keepAliveTimeout
  const { bytesRead } = socket
  if (!isIdle()) return
  setImmediate(() => {
    if (isIdle() && socket.bytesRead === bytesRead) socket.destroy()
  })
}

/**
 * Whether the operating system has the whole response. The last response of a connection counts as
 * in progress until the connection ends, because the bytes that follow it are not a request.
 */
function isOver({ writableEnded, socket, shouldKeepAlive }: ServerResponse): boolean {
  return writableEnded && socket?.writableLength === 0 && shouldKeepAlive
}

/** Emits `close` on a queued response when its connection ends, which node:http omits. */
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

/** The listener of Bun's http.Server. No other value under its symbols has this method. */
interface Kept {
  /** Returns the number of ended connections. */
  closeIdleConnections?: () => number
}

/**
 * Stops listening. `close()` of http.Server also ends idle connections at once, even one that a
 * client is writing to, whose request is then lost. `close()` of net.Server does not. On Bun,
 * http.Server is not a net.Server, so we disable the ending of idle connections in the listener
 * that it keeps under a symbol. If a later version of Bun keeps it elsewhere, idle connections end
 * at once there.
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
