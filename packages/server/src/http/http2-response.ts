// Sends responses over node:http2: whole, in pieces, or broken off.
import type { Http2ServerRequest, OutgoingHttpHeaders, ServerHttp2Stream } from 'node:http2'
// Not the global ones, which fake timers replace.
import { clearInterval, setImmediate, setInterval } from 'node:timers'
import {
  type BreakingFault,
  codeOf,
  type PacedBody,
  type PlainResponse,
  type ResponseHead,
  withoutBody,
} from '@mock-endpoint/core'
import {
  ends,
  type LargeResponses,
  largeResponse,
  patience,
  type Reader,
} from './large-responses.ts'
import { untilRead } from './paced-body.ts'

/** Sends a response. A large body goes in parts, each after the client has read the one before. */
export function respondTo(
  request: Http2ServerRequest,
  { body, ...head }: PlainResponse,
  largeResponses: LargeResponses,
): void {
  const { stream } = request
  if (isGone(stream)) return
  if (body === null || !hasBody(request, head)) respond(stream, head, true)
  else if (typeof body === 'string' || body.byteLength < largeResponse) {
    respond(stream, head)
    finish(stream, body)
  } else {
    const { write, end } = beginStream(request, head, largeResponses)
    void write(body)
    end()
  }
}

/** Sends the head of a response at once. Returns its body, which is sent piece by piece. */
export function beginStream(
  request: Http2ServerRequest,
  head: ResponseHead,
  largeResponses: LargeResponses,
): PacedBody {
  const { stream } = request
  if (isGone(stream)) return { write() {}, end() {}, abort() {} }
  const isEmpty = !hasBody(request, head)
  respond(stream, head, isEmpty)
  const isOver = (): boolean => isEmpty || stream.destroyed || stream.writableEnded
  /** Pending while parts are sent one after another. */
  let sending: Promise<void> | undefined

  function writePart(bytes: Uint8Array): Promise<void> | undefined {
    if (isOver() || stream.write(bytes)) return undefined
    largeResponses.watch(readerOf(stream), bytes)
    return untilRead(stream)
  }
  async function writeParts(bytes: Uint8Array, before = sending): Promise<void> {
    await before
    for (let at = 0; at < bytes.byteLength && !isOver(); at += largeResponse) {
      await writePart(bytes.subarray(at, at + largeResponse))
    }
  }
  function afterwards(act: () => void): void {
    if (sending) void sending.then(act)
    else act()
  }

  return {
    write(bytes) {
      if (!sending && bytes.byteLength <= largeResponse) return writePart(bytes)
      const sent = writeParts(bytes).then(() => {
        if (sending === sent) sending = undefined
      })
      sending = sent
      return sent
    },
    end: () => afterwards(() => !isOver() && finish(stream)),
    // The reset must wait until all earlier bytes are sent.
    abort: () => afterwards(() => !isOver() && stream.write(nothing, () => resetStream(stream))),
  }
}

const nothing = new Uint8Array(0)

/** Ends a response. Resets the stream if the client then reads nothing for `patience`. */
function finish(stream: ServerHttp2Stream, body?: string | Uint8Array): void {
  stream.end(body).setTimeout(patience, () => resetStream(stream))
}

/** Whether the client has disconnected, or a response has begun. */
function isGone(stream: ServerHttp2Stream): boolean {
  return stream.destroyed || stream.closed || stream.headersSent
}

function hasBody({ method }: Http2ServerRequest, { status }: ResponseHead): boolean {
  return method !== 'HEAD' && !withoutBody.has(status)
}

/** Returns a stream's reader. It has a timer, because a stream may stall while others continue. */
function readerOf(stream: ServerHttp2Stream): Reader {
  return {
    unread: () => (stream.destroyed ? 0 : stream.writableLength),
    isShared: true,
    drop: () => resetStream(stream),
    follow(milliseconds, onIdle, onEnd) {
      const timer = setInterval(onIdle, milliseconds).unref()
      for (const event of ends) stream.once(event, onEnd)
      return () => {
        clearInterval(timer)
        for (const event of ends) stream.off(event, onEnd)
      }
    },
  }
}

/** The fields of header lists, because many responses share one list. */
const made = new WeakMap<PlainResponse['headers'], OutgoingHttpHeaders>()

function respond(
  stream: ServerHttp2Stream,
  { status, headers }: ResponseHead,
  endStream = false,
): void {
  const fields = made.get(headers) ?? fieldsOf(headers)
  made.set(headers, fields)
  const all = { ':status': status, ...fields }
  try {
    stream.respond(all, { endStream })
  } catch (error) {
    if (codeOf(error) !== 'ERR_HTTP2_HEADER_SINGLE_VALUE') throw error
    stream.respond(joined(all), { endStream })
  }
}

/** Headers of an HTTP/1.1 connection, which must not be sent (RFC 9113, 8.2.2). */
const ofHttp1 = ['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade']

/** Returns the fields of a response, with names in lower case, as HTTP/2 requires. */
function fieldsOf(headers: PlainResponse['headers']): OutgoingHttpHeaders {
  const fields: Record<string, string | string[]> = {}
  for (const [name, value] of headers) {
    const key = name.toLowerCase()
    if (ofHttp1.includes(key)) continue
    const before = Object.hasOwn(fields, key) ? fields[key] : undefined
    fields[key] = before === undefined ? value : [before, value].flat()
  }
  return fields
}

/** Joins lines of the same header (RFC 9110, 5.3). For some headers, node:http2 requires that. */
function joined(fields: OutgoingHttpHeaders): OutgoingHttpHeaders {
  const entries = Object.entries(fields).map(([name, value]) => {
    const isList = Array.isArray(value) && name !== 'set-cookie'
    return [name, isList ? value.join(', ') : value]
  })
  return Object.fromEntries(entries)
}

/**
 * Breaks an exchange off without a valid response. `reset` sends RST_STREAM, and the other streams
 * of the connection continue. `malformed` sends a response with a NUL in a header value, which is
 * malformed (RFC 9113, 8.2.1). `close` ends the connection.
 */
export function breakStreamOff(stream: ServerHttp2Stream, fault: BreakingFault): void {
  const { session } = stream
  if (fault === 'reset') resetStream(stream)
  // Later, because Node.js 20 crashes if a session is destroyed while a request is read from it.
  else if (fault === 'close') setImmediate(() => session?.destroy())
  else if (!isGone(stream)) {
    stream.respond({ ':status': 200, malformed: '\0' }, { endStream: true })
  }
}

/** Sends RST_STREAM with INTERNAL_ERROR. `close(code)` would first end the response as complete. */
function resetStream(stream: ServerHttp2Stream): void {
  stream.on('error', () => {}).destroy(new Error('The stream was broken off.'))
}
