// The adapter of node:http2, as listener.ts is that of node:http.
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

/** As node:http has it: for so many milliseconds the body of a request may be on its way. */
const requestTimeout = 30_000

/** As node:http has it: the path and the headers of a request have at most so many bytes. */
const mostHeaderBytes = 16 * 1024

/**
 * Gives a request the headers that it would have in HTTP/1.1 (RFC 9113, 8.3.1 and 8.2.3): the Host for
 * the authority, and one line for the cookies, which clients may send in several.
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

/** What would be too large over HTTP/1.1. Linear in the headers, of which node:http2 takes 64 KiB. */
export function tooLargeHeaders({ url, rawHeaders }: Http2ServerRequest): Problem | undefined {
  const bytes = rawHeaders.reduce((sum, text) => sum + text.length + 2, url.length)
  if (bytes <= mostHeaderBytes) return undefined
  const detail = 'The path and the headers together must stay below 16 KiB.'
  return new Problem('headers-too-large', detail)
}

/**
 * The request as the app takes it. `patience`: for how many milliseconds the rest of a body is read when
 * the request is answered. It names no connection: how many streams one has is bounded by what
 * the server agrees to.
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
      // It is told before `end`, which comes after a half of the body, too.
      stream.once('aborted', () => end(bodyIncomplete(undefined)))
      const timers = [setTimeout(() => end(requestTimedOut()), requestTimeout)]
      const clear = (): void => timers.forEach(clearTimeout)
      stream
        .once('end', clear)
        .once('close', clear)
        .once('finish', () => {
          // It is answered. A client may then be told to stop (RFC 9113, 8.1).
          if (!stream.readableEnded) timers.push(setTimeout(refuse, patience))
        })
    },
  }
}

function requestTimedOut(): Problem {
  return new Problem('request-timeout', 'The whole request must arrive in 30 s.')
}

/** Event streams have it, so that the adapter of hono sends them at once. HTTP/2 must not (RFC 9113, 8.2.2). */
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
    // A connection goes on after whatever is wrong with a request.
    answer: (response) => respondTo(incoming, response, largeResponses),
    begin: (head) => beginStream(incoming, head, largeResponses),
    abort: (fault) => breakStreamOff(incoming.stream, fault),
  }
}
