// Invalid and valid frames of HTTP/2 clients, and the required outcome of each (RFC 9113).
import {
  ask,
  block,
  errors,
  flags,
  frame,
  number,
  request,
  setting,
} from '../../../../packages/server/src/test/http2-frames.ts'

type Fields = typeof ask

export function post(stream: number, more: Fields = []): Buffer {
  return request(stream, [[':method', 'POST'], ...ask.slice(1), ...more], flags.endHeaders)
}

interface Case {
  readonly what: string
  readonly sent: readonly (Buffer | string)[]
  /** Error codes, any of which is correct. */
  readonly codes: readonly number[]
}

const small = Buffer.alloc(8)

/** These break the connection: it gets GOAWAY with one of the codes or INTERNAL_ERROR, or ends. */
export const breaking: readonly Case[] = [
  {
    what: 'DATA on no stream (6.1)',
    sent: [frame('data', 0, small)],
    codes: [errors.protocol],
  },
  {
    what: 'HEADERS on no stream (6.2)',
    sent: [request(0)],
    codes: [errors.protocol],
  },
  {
    what: 'a stream of the number of a server (5.1.1)',
    sent: [request(2)],
    codes: [errors.protocol],
  },
  {
    what: 'a frame over the largest size (4.2)',
    sent: [post(1), frame('data', 1, Buffer.alloc(16_385))],
    codes: [errors.frameSize],
  },
  {
    what: 'PING of seven bytes (6.7)',
    sent: [frame('ping', 0, Buffer.alloc(7))],
    codes: [errors.frameSize],
  },
  {
    what: 'PING on a stream (6.7)',
    sent: [frame('ping', 1, small)],
    codes: [errors.protocol],
  },
  {
    what: 'SETTINGS that are cut off (6.5)',
    sent: [frame('settings', 0, Buffer.alloc(3))],
    codes: [errors.frameSize],
  },
  {
    what: 'SETTINGS that are acknowledged and hold something (6.5)',
    sent: [frame('settings', 0, setting(3, 1), flags.ack)],
    codes: [errors.frameSize],
  },
  {
    what: 'SETTINGS with a window over the largest (6.5.2)',
    sent: [frame('settings', 0, setting(4, 2 ** 31))],
    codes: [errors.flowControl],
  },
  {
    what: 'SETTINGS with a frame size under the smallest (6.5.2)',
    sent: [frame('settings', 0, setting(5, 16_383))],
    codes: [errors.protocol],
  },
  {
    what: 'WINDOW_UPDATE of nothing (6.9)',
    sent: [frame('windowUpdate', 0, number(0))],
    codes: [errors.protocol],
  },
  {
    what: 'WINDOW_UPDATE over the largest window (6.9.1)',
    sent: [frame('windowUpdate', 0, number(2 ** 31 - 1))],
    codes: [errors.flowControl],
  },
  {
    what: 'WINDOW_UPDATE over the largest window of a stream (6.9.1)',
    sent: [post(1), frame('windowUpdate', 1, number(2 ** 31 - 1))],
    codes: [errors.flowControl],
  },
  {
    what: 'RST_STREAM of a stream that was never opened (6.4)',
    sent: [frame('rstStream', 1, number(errors.cancel))],
    codes: [errors.protocol],
  },
  {
    what: 'PUSH_PROMISE of a client (8.4)',
    sent: [frame('pushPromise', 1, number(2), flags.endHeaders)],
    codes: [errors.protocol],
  },
  {
    what: 'CONTINUATION of nothing (6.10)',
    sent: [request(1), frame('continuation', 1, block(ask), flags.endHeaders)],
    codes: [errors.protocol, errors.streamClosed],
  },
  {
    what: 'another frame before the end of the headers (6.10)',
    sent: [request(1, ask, flags.endStream), frame('ping', 0, small)],
    codes: [errors.protocol],
  },
  {
    what: 'headers that are not HPACK (4.3)',
    sent: [frame('headers', 1, Buffer.of(0xff, 0xff, 0xff, 0xff, 0xff, 0xff), flags.endHeaders)],
    codes: [errors.compression],
  },
  {
    what: 'an index that HPACK does not have (4.3)',
    sent: [frame('headers', 1, Buffer.of(0xff, 0x00), flags.endHeaders)],
    codes: [errors.compression],
  },
  {
    what: 'padding that is longer than its frame (6.1)',
    sent: [post(1), frame('data', 1, Buffer.of(200, 1, 2), flags.padded)],
    codes: [errors.protocol],
  },
]

const malformed = (what: string, fields: Fields): Case => ({
  what: `${what} (8.2, 8.3)`,
  sent: [request(1, fields)],
  codes: [errors.protocol],
})

/** These end their stream by RST_STREAM with one of the codes. The connection stays open. */
export const endingStream: readonly Case[] = [
  malformed('a name in upper case', [...ask, ['X-A', '1']]),
  malformed('a header of a connection', [...ask, ['connection', 'keep-alive']]),
  malformed('a transfer coding', [...ask, ['transfer-encoding', 'chunked']]),
  malformed('trailers and more in TE', [...ask, ['te', 'trailers, deflate']]),
  malformed('a pseudo-header after the others', [...ask.slice(0, 3), ['x-a', '1'], [':path', '/']]),
  malformed('no method', ask.slice(1)),
  malformed('no path', ask.slice(0, 3)),
  malformed('no scheme', [...ask.slice(0, 1), ...ask.slice(2)]),
  malformed('an empty path', [...ask.slice(0, 3), [':path', '']]),
  malformed('a path without its slash', [...ask.slice(0, 3), [':path', 'endpoint/orders']]),
  malformed('two paths', [...ask, [':path', '/']]),
  malformed('a pseudo-header of responses', [...ask, [':status', '200']]),
  malformed('a pseudo-header that there is not', [...ask, [':x', '1']]),
  malformed('two lengths', [...ask, ['content-length', '0'], ['content-length', '1']]),
  {
    what: 'a body that is shorter than it says (8.1.1)',
    sent: [post(1, [['content-length', '9']]), frame('data', 1, small, flags.endStream)],
    codes: [errors.protocol],
  },
  {
    what: 'a body that is longer than it says (8.1.1)',
    sent: [post(1, [['content-length', '1']]), frame('data', 1, small, flags.endStream)],
    codes: [errors.protocol],
  },
  {
    what: 'trailers with a pseudo-header (8.1)',
    sent: [post(1), frame('data', 1, small), request(1, [[':path', '/']])],
    codes: [errors.protocol],
  },
]

/** Forbidden headers (8.2.1). Node.js drops them and answers the request. */
export const leftOut: readonly Fields[number][] = [
  ['x a', '1'],
  ['x-a', '1\r\nx-b: 2'],
  ['x-a', '\0'],
]

/** Valid frames, after which the request is answered. */
export const answered: readonly Omit<Case, 'codes'>[] = [
  { what: 'as clients ask', sent: [request(1)] },
  { what: 'a frame of an unknown type (5.5)', sent: [frame('unknown', 0, small), request(1)] },
  { what: 'unknown settings (6.5.2)', sent: [frame('settings', 0, setting(0xbe, 1)), request(1)] },
  { what: 'PRIORITY of a stream to come (5.3)', sent: [priority(1, 3), request(1)] },
  {
    what: 'headers with padding and a priority (6.2)',
    sent: [
      frame(
        'headers',
        1,
        Buffer.concat([Buffer.of(2), number(0), Buffer.of(15), block(ask), Buffer.alloc(2)]),
        flags.endHeaders | flags.endStream | flags.padded | flags.priority,
      ),
    ],
  },
  {
    what: 'headers in several frames (6.10)',
    sent: [
      frame('headers', 1, block(ask).subarray(0, 9), flags.endStream),
      frame('continuation', 1, block(ask).subarray(9, 10)),
      frame('continuation', 1),
      frame('continuation', 1, block(ask).subarray(10), flags.endHeaders),
    ],
  },
  {
    what: 'a body with trailers (8.1)',
    sent: [post(1), frame('data', 1, small), request(1, [['x-trailer', '1']])],
  },
  {
    what: 'a body in frames of one byte and of none (6.1)',
    sent: [
      post(1),
      ...Array.from({ length: 100 }, () => frame('data', 1, Buffer.of(1))),
      frame('data', 1),
      frame('data', 1, new Uint8Array(0), flags.endStream),
    ],
  },
  {
    what: 'a body with padding (6.1)',
    sent: [post(1), frame('data', 1, Buffer.of(2, 1, 0, 0), flags.padded | flags.endStream)],
  },
]

function priority(stream: number, dependsOn: number): Buffer {
  return frame('priority', stream, Buffer.concat([number(dependsOn), Buffer.of(15)]))
}
