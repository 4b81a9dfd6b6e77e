// Requests whose length two parsers may read differently (RFC 9112, 6 and 7; 11.2).
import {
  chunk,
  host,
  lastChunk,
  malformed,
  open,
  post,
  smuggled,
  type Vector,
  vector,
} from './vector.ts'

const chunked = 'Transfer-Encoding: chunked'
const length = `Content-Length: ${smuggled.length}`
const size = smuggled.length.toString(16)
const hidden = `${lastChunk}${smuggled}`

/** Returns chunks followed by a request, for parsers that misread or ignore the coding. */
function coded(...lines: readonly string[]): string {
  return post([`Content-Length: ${hidden.length}`, ...lines], hidden)
}

export const smuggling: readonly Vector[] = [
  vector('CL.TE', coded(chunked), malformed),
  vector(
    'TE.CL',
    post([chunked, 'Content-Length: 4'], `${chunk(smuggled)}${lastChunk}`),
    malformed,
  ),
  vector('TE.CL, a length of 0', post([chunked, 'Content-Length: 0'], chunk(smuggled)), malformed),
  vector('TE.TE, one of them unknown', coded(chunked, 'Transfer-Encoding: cow'), malformed),
  vector('TE.TE, the unknown one first', coded('Transfer-Encoding: cow', chunked), malformed),
  vector('TE.TE, twice chunked', coded(chunked, chunked), malformed),
  vector('a coding behind chunked', coded('Transfer-Encoding: chunked, identity'), malformed),
  vector('a coding of identity', coded('Transfer-Encoding: identity'), malformed),
  vector('a coding of xchunked', coded('Transfer-Encoding: xchunked'), malformed),
  vector('a coding in quotes', coded('Transfer-Encoding: "chunked"'), malformed),
  vector('an empty coding', coded('Transfer-Encoding:'), [malformed, '200']),
  vector('a coding before a space and a colon', coded('Transfer-Encoding : chunked'), malformed),
  vector('a coding behind a vertical tab', coded('Transfer-Encoding:\vchunked'), malformed),
  vector('a coding behind a NUL', coded('Transfer-Encoding: \0chunked'), malformed),
  vector('a coding on a folded line', coded('Transfer-Encoding:\r\n chunked'), malformed),
  vector('a coding behind a bare LF', coded('X: x\nTransfer-Encoding: chunked'), malformed),
  vector('a coding behind a bare CR', coded('X: x\rTransfer-Encoding: chunked'), malformed),
  vector('a coding with underscore', post(['Transfer_Encoding: chunked', length], smuggled), '200'),
  vector('a coding of HTTP/1.0', oldCoded(chunked), malformed),
  vector('an unknown coding alone', post(['Transfer-Encoding: cow'], smuggled), malformed),
  vector('chunked and no length', post([chunked], `${chunk(smuggled)}${lastChunk}`), '200'),
  vector('two lengths', post([length, 'Content-Length: 0'], smuggled), malformed),
  vector(
    'two lengths, the shorter first',
    post(['Content-Length: 0', length], smuggled),
    malformed,
  ),
  vector('the same length twice', post([length, length], smuggled), malformed),
  vector('a list of lengths', post([`${length}, 0`], smuggled), malformed),
  vector('a length with a plus', post(['Content-Length: +5'], smuggled), malformed),
  vector('a negative length', post(['Content-Length: -1'], smuggled), malformed),
  vector('a hexadecimal length', post(['Content-Length: 0x10'], smuggled), malformed),
  vector('a length with a space', post(['Content-Length: 1 0'], smuggled), malformed),
  vector('an empty length', post(['Content-Length:'], smuggled), malformed),
  vector('a length of 2^64', post(['Content-Length: 18446744073709551616'], smuggled), malformed),
  vector('a length on a folded line', post(['Content-Length:\r\n 0'], smuggled), malformed),
  vector('a request as the body of a GET', body('GET'), '200'),
  vector('a request as the body of a DELETE', body('DELETE'), '200'),
  vector('a request as the body of OPTIONS', body('OPTIONS'), '200'),
  vector(
    'a request as the body of a refused call',
    body('PATCH', '/api/health'),
    '405 method-not-allowed',
  ),
  vector('a request as the body of a foreign Host', foreign(), '403 host-not-allowed'),
  vector('a chunk size that is no number', post([chunked], `zz\r\n${smuggled}`), malformed),
  vector('a negative chunk size', post([chunked], `-1\r\n${smuggled}`), malformed),
  vector('a chunk size of 0x5', post([chunked], `0x5\r\nhello\r\n${hidden}`), malformed),
  vector('a chunk size of 2^68', post([chunked], `1${'0'.repeat(17)}\r\n${smuggled}`), malformed),
  vector(
    'a chunk that is longer than its size',
    post([chunked], `3\r\nhello\r\n${hidden}`),
    malformed,
  ),
  vector('a chunk without its CRLF', post([chunked], `5\r\nhello${hidden}`), malformed),
  vector(
    'a chunk line that ends in LF',
    post([chunked], `${size}\n${smuggled}\r\n${lastChunk}`),
    malformed,
  ),
  vector(
    'a chunk that ends in LF',
    post([chunked], `${size}\r\n${smuggled}\n${lastChunk}`),
    malformed,
  ),
  vector(
    'a chunk line that ends in CR',
    post([chunked], `${size}\r${smuggled}\r\n${lastChunk}`),
    malformed,
  ),
  vector(
    'a chunk size before a space',
    post([chunked], `${size} \r\n${smuggled}\r\n${lastChunk}`),
    malformed,
  ),
  vector('a chunk extension', post([chunked], `5;a=b;c="d"\r\nhello\r\n${lastChunk}`), [
    '200',
    malformed,
  ]),
  vector('a chunk extension with LF', post([chunked], `5;\nxx\r\nhello\r\n${hidden}`), malformed),
  vector('a chunk extension with CR', post([chunked], `5;a\rb\r\nhello\r\n${hidden}`), malformed),
  vector(
    'a chunk extension of 64 KiB',
    post([chunked], `5;${'a'.repeat(65_536)}\r\nhello\r\n${lastChunk}`),
    malformed,
  ),
  vector(
    'trailers',
    post([chunked], '5\r\nhello\r\n0\r\nA: b\r\nHost: evil.example\r\n\r\n'),
    '200',
  ),
  vector(
    'a length in a trailer',
    post([chunked], `${chunk(smuggled)}0\r\nContent-Length: 0\r\n\r\n`),
    [malformed, '200'],
  ),
  vector(
    'a trailer that is no header',
    post([chunked], `${chunk(smuggled)}0\r\nno header\r\n\r\n`),
    malformed,
  ),
  vector(
    'a trailer that ends in LF',
    post([chunked], `${chunk(smuggled)}0\r\nA: b\n\n`),
    malformed,
  ),
]

function body(method: string, target = '/endpoint/orders'): string {
  return open(`${method} ${target} HTTP/1.1`, [host, length], smuggled)
}

function foreign(): string {
  return open('PUT /api/endpoint/add HTTP/1.1', ['Host: evil.example', length], smuggled)
}

function oldCoded(...lines: readonly string[]): string {
  return coded('Connection: keep-alive', ...lines).replace('HTTP/1.1', 'HTTP/1.0')
}
