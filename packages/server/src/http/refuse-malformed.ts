// The response to bytes that are not an HTTP request: one clean problem, and the connection ends.
import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { debuglog } from 'node:util'
import { codeOf, Problem } from '@mock-endpoint/core'
import { endConnection, isWritten } from './last-response.ts'

const debug = debuglog('mock-endpoint')

/**
 * Answers what the parser of node:http gave up on. `last` is the response to the latest request of the
 * connection, unless it is over.
 */
export function refuseMalformed(error: Error, socket: Duplex, last?: ServerResponse): void {
  // The parser gives up again at each chunk, and on Deno listens once more.
  socket.setMaxListeners(0)
  if (waiting.has(socket)) return
  const code = codeOf(error)
  // The connection ends with its last response, so what follows is nobody's request.
  if (last?.req.complete && !last.shouldKeepAlive) return
  if (last && isWritten(last)) endConnection(socket)
  else if (last?.headersSent && !last.writableEnded) socket.destroy()
  // Garbage after a whole request, which is answered first.
  else if (last?.req.complete && !last.writableFinished) {
    waiting.add(socket)
    // The error has the chunk, which had better not wait with it.
    last.once('finish', () => refuse(code, socket))
  } else refuse(code, socket)
}

/** Connections that are refused once their last response is sent. */
const waiting = new WeakSet<Duplex>()

function refuse(code: string | undefined, socket: Duplex): void {
  if (socket.writableEnded) return
  debug('Dropped a client that did not speak HTTP: %s.', code)
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const problem = toProblem(code)
  const body = JSON.stringify(problem)
  endConnection(
    socket,
    [
      `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
      'content-type: application/problem+json',
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}

function toProblem(code: string | undefined): Problem {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new Problem(
        'headers-too-large',
        'The path and the headers together must stay below 16 KiB.',
      )
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Problem(
        'request-timeout',
        'Headers must arrive in 10 s, the whole request in 30 s.',
      )
    case 'HPE_INVALID_METHOD':
      return new Problem('malformed-request', 'node:http lacks this method, or this is not HTTP.')
    default:
      return new Problem('malformed-request', 'This is not HTTP/1.1 (RFC 9112).')
  }
}
