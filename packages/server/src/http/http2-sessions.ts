// Serves HTTP/2 on connections whose clients chose it in the TLS handshake (RFC 9113).
import { createServer, type ServerHttp2Session, type Settings } from 'node:http2'
import type { Socket } from 'node:net'
// Not the global ones, which fake timers replace.
import { clearInterval, setImmediate, setInterval } from 'node:timers'
import type { TLSSocket } from 'node:tls'
import { createMembers } from '@mock-endpoint/core'
import type { Http2Listener } from './http2-listener.ts'
import { rawOf } from './raw-socket.ts'

/** The HTTP/2 connections of a port. */
export interface Sessions {
  /** Answers the requests of a connection. */
  readonly serve: (socket: TLSSocket) => void
  /** Ends each connection after the requests in progress on it. */
  stop(): void
  /** Ends every connection. */
  destroy(): void
}

/** Whether HTTP/2 can be offered. Deno's node:http2 cannot serve connections of another server. */
export const speaksHttp2: boolean = process.versions['deno'] === undefined

const settings: Settings = {
  // Further requests wait in the client, without an error.
  maxConcurrentStreams: 1000,
  // Above 16 KiB, the listener sends a problem. Above this limit, node:http2 ends the stream.
  maxHeaderListSize: 64 * 1024,
}

/** Number of consecutive checks at which nothing could be sent before a connection is ended. */
const mostLooks = 3

/**
 * Serves HTTP/2. An idle connection ends after one to two times `keepAliveTimeout`. A connection on
 * which nothing can be sent ends after three to four times `pingInterval`. Both are in
 * milliseconds.
 */
export function createSessions(
  listener: Http2Listener,
  keepAliveTimeout: number,
  pingInterval: number,
): Sessions {
  const connections = createMembers<Connection>()
  const server = createServer({ settings, maxHeaderListPairs: 2000, maxSessionMemory: 256 })
  server.on('request', listener)
  server.on('checkContinue', (incoming, outgoing) => {
    // We ask for the body when the app begins to read it, so a refused body is never sent.
    incoming.stream.once('resume', () => {
      if (!outgoing.stream.headersSent) outgoing.writeContinue()
    })
    listener(incoming, outgoing)
  })
  // Any other expectation (RFC 9110, 10.1.1) is ignored.
  server.on('checkExpectation', listener)
  let begun: ServerHttp2Session | undefined
  server.on('session', (session) => {
    begun = session.on('error', () => {})
  })
  return {
    serve(socket) {
      const raw = rawOf(socket)
      server.emit('connection', socket)
      const session = begun
      if (!session) return
      begun = undefined
      const ends = [
        connections.add({ session, raw }),
        endIdle(session, keepAliveTimeout),
        endStuck(session, raw, pingInterval),
      ]
      raw.once('close', () => {
        for (const end of ends) end()
      })
    },
    stop() {
      for (const { session } of connections) session.close()
    },
    destroy() {
      for (const { session, raw } of connections) {
        session.destroy()
        setImmediate(() => raw.destroy())
      }
    },
  }
}

interface Connection {
  readonly session: ServerHttp2Session
  readonly raw: Socket
}

/**
 * Ends a connection on which nothing can be sent. After a connection error (RFC 9113, 5.4.1),
 * Node.js sends GOAWAY and reads nothing more. It neither ends the connection nor notices that the
 * client does, so a PING stays in the queue, as it does when the client reads nothing. The
 * connection of a destroyed session may stay open too. Returns the function that stops the checks.
 */
function endStuck(session: ServerHttp2Session, raw: Socket, pingInterval: number): () => void {
  let looks = 0
  const timer = setInterval(() => {
    const isStuck = session.destroyed || (session.state.outboundQueueSize ?? 0) > 0
    looks = isStuck ? looks + 1 : 0
    if (looks === mostLooks) raw.destroy()
    else if (!isStuck) session.ping(() => {})
  }, pingInterval).unref()
  return () => clearInterval(timer)
}

/**
 * Ends a connection without requests, even if its client sends other frames. If a request arrived
 * while the process was busy, it is read first, and the connection stays. Returns the function that
 * stops the checks.
 */
function endIdle(session: ServerHttp2Session, keepAliveTimeout: number): () => void {
  let open = 0
  let wasUsed = true
  session.on('stream', (stream) => {
    open += 1
    wasUsed = true
    stream.once('close', () => {
      open -= 1
      wasUsed = true
    })
  })
  const end = (): void => {
    if (open > 0 || wasUsed) return
    // If its client reads nothing, a closed session does not end by itself.
    if (session.closed) session.destroy()
    else session.close()
  }
  const timer = setInterval(() => {
    if (open === 0 && !wasUsed) setImmediate(end)
    wasUsed = false
  }, keepAliveTimeout).unref()
  return () => clearInterval(timer)
}
