// The parts of the adapter of node:http2. `listener.ts` puts them together.
import type { Http2ServerRequest, Http2ServerResponse, OutgoingHttpHeaders } from 'node:http2'
// Not the global ones, which fake timers replace.
import { clearTimeout, setTimeout } from 'node:timers'
import {
  bodyIncomplete,
  noBody,
  type PlainRequest,
  Problem,
  type Responder,
} from '@mock-endpoint/core'
import { beginStream, breakStreamOff, respondTo } from './http2-response.ts'
import type { LargeResponses } from './large-responses.ts'
import { readStream } from './read-body.ts'

export type Http2Listener = (incoming: Http2ServerRequest, outgoing: Http2ServerResponse) => void

/** Milliseconds within which the body of a request must arrive, as over HTTP/1.1. */
const requestTimeout = 30_000

/** Maximum bytes of the path and the headers of a request, as over HTTP/1.1. */
const mostHeaderBytes = 16 * 1024

/**
 * Gives a request the headers that it would have over HTTP/1.1 (RFC 9113, 8.3.1 and 8.2.3): Host
 * instead of `:authority`, and one line for all cookies, which clients may send in several lines.
 */
export function headersAsHttp1(incoming: Http2ServerRequest): void {
  const { rawHeaders } = incoming
  const host = incoming.authority
  const headers: string[] = host ? ['host', host] : []
  let cookieAt = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? ''
    const value = rawHeaders[i + 1] ?? ''
    if (name.startsWith(':') || (name === 'host' && host)) continue
    if (name === 'cookie' && cookieAt > 0) headers[cookieAt] += `; ${value}`
    else {
      headers.push(name, value)
      if (name === 'cookie') cookieAt = headers.length - 1
    }
  }
  Object.defineProperty(incoming, 'rawHeaders', { value: headers })
}

/** Returns a problem for too large headers. Takes linear time in the headers, at most 64 KiB. */
export function tooLargeHeaders({ url, rawHeaders }: Http2ServerRequest): Problem | undefined {
  const bytes = rawHeaders.reduce((sum, text) => sum + text.length + 2, url.length)
  if (bytes <= mostHeaderBytes) return undefined
  const detail = 'The path and the headers together must stay below 16 KiB.'
  return new Problem('headers-too-large', detail)
}

/**
 * Converts a request for the app. The rest of its body is read for `patience` milliseconds after
 * the response. It has no `connection`, because `maxConcurrentStreams` already limits the requests
 * of a connection.
 */
export function plainHttp2(incoming: Http2ServerRequest, patience: number): PlainRequest {
  const { stream } = incoming
  const hasBody = !stream.endAfterHeaders
  const refuse = (): void => stream.close()
  return {
    origin: 'https://localhost',
    method: incoming.method,
    target: incoming.url,
    headers: incoming.rawHeaders,
    httpVersion: incoming.httpVersion,
    hasBody,
    body(limit, read, memory) {
      if (!hasBody) {
        read(noBody)
        return
      }
      const end = readStream(stream, refuse, limit, read, memory)
      // Emitted before `end`, which follows an incomplete body too.
      stream.once('aborted', () => end(bodyIncomplete(undefined)))
      const timers = [setTimeout(() => end(requestTimedOut()), requestTimeout)]
      const clear = (): void => timers.forEach(clearTimeout)
      stream
        .once('end', clear)
        .once('close', clear)
        .once('finish', () => {
          // After the response, a client may be told to stop sending (RFC 9113, 8.1).
          if (!stream.readableEnded) timers.push(setTimeout(refuse, patience))
        })
    },
  }
}

function requestTimedOut(): Problem {
  return new Problem('request-timeout', 'The whole request must arrive in 30 s.')
}

/**
 * Drops `transfer-encoding`, which HTTP/2 must not have (RFC 9113, 8.2.2). Event streams have it so
 * that Hono's adapter sends them at once.
 */
export function withoutTransferEncoding(outgoing: Http2ServerResponse): void {
  const writeHead = outgoing.writeHead.bind(outgoing)
  const withoutIt = (status: number, headers: OutgoingHttpHeaders = {}): unknown => {
    const { 'transfer-encoding': _, ...others } = headers
    return writeHead(status, others)
  }
  Object.assign(outgoing, { writeHead: withoutIt })
}

export function http2Responder(
  incoming: Http2ServerRequest,
  largeResponses: LargeResponses,
): Responder {
  return {
    // Ignores `isLast`, because the connection continues even after an invalid request.
    answer: (response) => respondTo(incoming, response, largeResponses),
    begin: (head) => beginStream(incoming, head, largeResponses),
    abort: (fault) => breakStreamOff(incoming.stream, fault),
  }
}
