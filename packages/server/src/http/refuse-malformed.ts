// The response to bytes that are not an HTTP request, and to a request for a tunnel: one problem,
// then the connection ends.
import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { debuglog } from 'node:util'
import { codeOf, Problem } from '@mock-endpoint/core'
import { endConnection, isWritten } from './last-response.ts'

const debug = debuglog('mock-endpoint')

/**
 * Responds to bytes that the parser of node:http refused. `last` is the response to the latest
 * request of the connection, if it is still in progress.
 */
export function refuseMalformed(error: Error, socket: Duplex, last?: ServerResponse): void {
  // The parser fails again at each chunk, and on Deno adds another listener.
  socket.setMaxListeners(0)
  if (waiting.has(socket)) return
  const code = codeOf(error)
  // The connection ends with this response, so the bytes that follow are not a request.
  if (last?.req.complete && !last.shouldKeepAlive) return
  if (last && isWritten(last)) endConnection(socket)
  else if (last?.headersSent && !last.writableEnded) socket.destroy()
  // Invalid bytes after a complete request, whose response is sent first.
  else if (last?.req.complete && !last.writableFinished) {
    waiting.add(socket)
    // Keeps only the code, because the error would keep the chunk in memory.
    last.once('finish', () => refuse(code, socket))
  } else refuse(code, socket)
}

/** Responds to a CONNECT request, of a client that takes the service for its proxy. */
export function refuseTunnel(socket: Duplex): void {
  const detail =
    'CONNECT asks for a tunnel, and this is not a proxy. Use its URL as the base URL of requests.'
  // Node.js no longer reads this connection, and no longer listens for its errors.
  socket.on('error', () => {}).resume()
  const allow = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'
  endWith(new Problem('method-not-allowed', detail, {}, { headers: { allow } }), socket)
}

/** Connections that are refused when their last response is sent. */
const waiting = new WeakSet<Duplex>()

function refuse(code: string | undefined, socket: Duplex): void {
  if (socket.writableEnded) return
  debug('Dropped a client that did not speak HTTP: %s.', code)
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  endWith(toProblem(code), socket)
}

function endWith(problem: Problem, socket: Duplex): void {
  const { status, headers, body } = problem.toResponse()
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    'connection: close',
  ]
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body ?? undefined)
  endConnection(socket, `${lines.join('\r\n')}\r\n\r\n${text}`)
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
    case 'HPE_INVALID_EOF_STATE':
      return new Problem('malformed-request', 'The connection ended in the middle of a request.')
    default:
      return new Problem('malformed-request', 'This is not HTTP/1.1 (RFC 9112).')
  }
}
