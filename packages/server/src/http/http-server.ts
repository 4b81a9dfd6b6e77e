// One node:http server: its time-outs, and how it drains.
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { type AddressInfo, Server as NetServer } from 'node:net'
// Not the global one, which fake timers replace: draining goes by real time.
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { refuseMalformed } from './refuse-malformed.ts'

export interface HttpServer {
  /** Resolves to the port; rejects with what `listen` said. */
  listen(port: number, host: string): Promise<number>
  /** Takes no new connections; what arrives on open ones is the last that they carry. */
  stopListening(): void
  /** Resolves when nothing is being answered any more, or after so many milliseconds. */
  quiet(patience: number): Promise<void>
  /** Ends every connection. */
  destroy(): void
}

export interface HttpServerOptions {
  readonly listener: RequestListener
  /** How long an idle connection is kept, in milliseconds. */
  readonly keepAliveTimeout: number
  /** Keeps the process alive only while a request is being answered. Default: as long as it listens. */
  readonly unref?: boolean | undefined
}

const second = 1000
/** After so long with nothing to answer, no client is just about to use its connection again. */
const quietTime = 100
const pollInterval = 20

export function createHttpServer({
  listener,
  keepAliveTimeout,
  unref = false,
}: HttpServerOptions): HttpServer {
  const inFlight = new Set<ServerResponse>()
  let isStopping = false

  const options = {
    headersTimeout: 10 * second,
    requestTimeout: 30 * second,
    connectionsCheckingInterval: second,
    keepAliveTimeout,
    // The listener refuses it, with a problem.
    requireHostHeader: false,
  }
  const serve: RequestListener = (incoming, outgoing) => {
    if (isStopping) outgoing.shouldKeepAlive = false
    listener(incoming, outgoing)
    if (isOver(outgoing)) return
    inFlight.add(outgoing)
    if (unref) server.ref()
    outgoing.once('close', () => {
      inFlight.delete(outgoing)
      if (unref && inFlight.size === 0) server.unref()
    })
    if (outgoing.socket === null) closeWithSocket(incoming, outgoing)
  }
  const server = createServer(options, serve)
  if (unref) server.unref().on('connection', (socket) => socket.unref())
  // The body is asked for when the app begins to read it: one that is refused is never sent.
  server.on('checkContinue', (incoming, outgoing) => {
    incoming.once('resume', () => {
      if (!outgoing.headersSent) outgoing.writeContinue()
    })
    serve(incoming, outgoing)
  })
  // Whatever else is expected (RFC 9110, 10.1.1) is none of ours to refuse.
  server.on('checkExpectation', serve)
  server.on('clientError', (error, socket) => {
    const last = [...inFlight].filter(({ req }) => req.socket === socket).at(-1)
    // Bytes behind the last request of a connection, which ends with its answer.
    if (last?.req.complete && !last.shouldKeepAlive) return
    if (last?.headersSent && !last.writableEnded) socket.destroy()
    // Garbage behind a whole request: that one is answered first.
    else if (last?.req.complete && !last.writableFinished) {
      last.once('finish', () => refuseMalformed(error, socket))
    } else refuseMalformed(error, socket)
  })

  return {
    listen: (port, host) => listen(server, port, host),
    stopListening() {
      isStopping = true
      for (const outgoing of inFlight) {
        if (!outgoing.headersSent) outgoing.shouldKeepAlive = false
      }
      // The close() of http.Server ends idle connections at once: under a client that is writing.
      // On Bun there is no other: its http.Server is no net.Server.
      const { close } = server instanceof NetServer ? NetServer.prototype : server
      close.call(server)
    },
    async quiet(patience) {
      const deadline = performance.now() + patience
      let busy = performance.now()
      while (performance.now() < Math.min(busy + quietTime, deadline)) {
        if ((await countConnections(server)) === 0) return
        await sleep(Math.min(pollInterval, patience))
        if (inFlight.size > 0) busy = performance.now()
      }
    },
    destroy() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/**
 * Whether the system has the whole answer, and nothing is left to wait for. One that ends its
 * connection is remembered until then: what comes behind it is nobody's request.
 */
function isOver({ writableEnded, socket, shouldKeepAlive }: ServerResponse): boolean {
  return writableEnded && socket?.writableLength === 0 && shouldKeepAlive
}

/** node:http tells of a connection's end only the answer that is being sent, not those behind it. */
function closeWithSocket({ socket }: IncomingMessage, outgoing: ServerResponse): void {
  const close = (): void => void outgoing.emit('close')
  // As many may wait as a client cares to send.
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
