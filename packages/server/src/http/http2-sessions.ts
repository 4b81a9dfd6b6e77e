// HTTP/2 on the connections whose clients chose it in the handshake (RFC 9113).
import { createServer, type ServerHttp2Session, type Settings } from 'node:http2'
import type { Socket } from 'node:net'
// Not the global ones, which fake timers replace.
import { clearInterval, setImmediate, setInterval } from 'node:timers'
import type { TLSSocket } from 'node:tls'
import { createMembers } from '@mock-endpoint/core'
import type { Http2Listener } from './http2-listener.ts'
import { rawOf } from './raw-socket.ts'

/** The connections of a port. */
export interface Sessions {
  /** Answers what comes on a connection. */
  readonly serve: (socket: TLSSocket) => void
  /** Each connection ends after what is under way on it. */
  stop(): void
  /** Ends every connection. */
  destroy(): void
}

/** Whether it can be offered to clients. Deno's node:http2 lacks servers on connections of others. */
export const speaksHttp2: boolean = process.versions['deno'] === undefined

const settings: Settings = {
  // More would wait in the client, without a word.
  maxConcurrentStreams: 1000,
  // As much as the listener refuses with a problem; for more than this, node:http2 ends the stream.
  maxHeaderListSize: 64 * 1024,
}

/** When nothing could be sent at so many looks in a row, a connection ends. */
const mostLooks = 3

/**
 * An idle connection ends after one to two times `keepAliveTimeout`; one on which nothing can be sent, after
 * three to four times `pingInterval`. Both are in milliseconds.
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
 * Ends a connection on which nothing can be sent. After an error of a connection (RFC 9113, 5.4.1) Node.js
 * sends GOAWAY, reads nothing more, and neither ends it nor hears that its client does: a PING then stays in
 * the queue. It also does when the client reads nothing. A session that is destroyed meanwhile may keep
 * its connection. Returns what stops that.
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
 * Ends a connection without requests, whatever else its client may send. While the process was busy, a
 * request may have come that it has not read yet: it is read before that is known. Returns what stops
 * looking.
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
    // A client that reads nothing does not let it end by itself.
    if (session.closed) session.destroy()
    else session.close()
  }
  const timer = setInterval(() => {
    if (open === 0 && !wasUsed) setImmediate(end)
    wasUsed = false
  }, keepAliveTimeout).unref()
  return () => clearInterval(timer)
}
