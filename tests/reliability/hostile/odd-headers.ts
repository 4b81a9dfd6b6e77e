// Headers that ask for more than a response, several requests at once, and truncated requests.
import { get, host, malformed, open, request, smuggled, type Vector, vector } from './vector.ts'

const ok = '200'
const orders = '/endpoint/orders'
const health = '/api/health'
const add = 'PUT /api/endpoint/add HTTP/1.1'
const stolen = '{"name":"canary","data":"stolen"}'

const headers: readonly Vector[] = [
  vector(
    'Expect: 100-continue',
    request(
      `POST ${orders} HTTP/1.1`,
      [host, 'Expect: 100-continue', 'Content-Length: 5'],
      'hello',
    ),
    ok,
  ),
  vector(
    'Expect: 100-continue and no body',
    request(add, [host, 'Expect: 100-continue', 'Content-Length: 99999999']),
    '413 body-too-large',
  ),
  vector('another expectation', get(orders, [host, 'Expect: 200-maybe']), '200'),
  vector(
    'Upgrade: h2c',
    open(`GET ${orders} HTTP/1.1`, [
      host,
      'Connection: Upgrade, HTTP2-Settings',
      'Upgrade: h2c',
      'HTTP2-Settings: AAMAAABkAAQAAP__',
    ]),
    ok,
  ),
  vector(
    'Upgrade: h2c and a request behind it',
    open(
      `GET ${orders} HTTP/1.1`,
      [host, 'Connection: Upgrade', 'Upgrade: h2c', `Content-Length: ${smuggled.length}`],
      smuggled,
    ),
    ok,
  ),
  vector(
    'Upgrade: websocket',
    open(`GET ${orders} HTTP/1.1`, [
      host,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
    ]),
    '501 no-websocket',
  ),
  vector('Connection names the Host', get(orders, [host, 'Connection: Host, Content-Length']), ok),
  vector(
    'a Content-Encoding',
    request(add, [host, 'Content-Encoding: gzip', `Content-Length: ${stolen.length}`], stolen),
    '415 unsupported-encoding',
  ),
]

const sequences: readonly Vector[] = [
  vector('two requests at once', open(`GET ${orders} HTTP/1.1`) + get(health), `${ok}, ${ok}`),
  vector(
    'garbage behind a request',
    `${open(`GET ${orders} HTTP/1.1`)}no HTTP at all\r\n\r\n`,
    `${ok}, ${malformed}`,
  ),
  vector('a request behind the last one', get(orders) + smuggled, ok),
  vector('a request behind garbage', `no HTTP at all\r\n\r\n${smuggled}`, malformed),
  vector('headers that are cut off', `GET ${orders} HTTP/1.1\r\nHost: loc`, malformed, {
    leaves: 'half',
  }),
  vector('headers, and gone', `GET ${orders} HTTP/1.1\r\nHost: loc`, 'closed', { leaves: 'whole' }),
  vector(
    'a body that is cut off',
    request(add, [host, 'Content-Length: 99'], stolen),
    [malformed, 'closed'],
    { leaves: 'half' },
  ),
  vector('a body, and gone', request(add, [host, 'Content-Length: 99'], stolen), 'closed', {
    leaves: 'whole',
  }),
  vector(
    'a chunk that is cut off',
    request(add, [host, 'Transfer-Encoding: chunked'], `ff\r\n${stolen}`),
    [malformed, 'closed'],
    { leaves: 'half' },
  ),
  vector(
    'no last chunk, and gone',
    request(add, [host, 'Transfer-Encoding: chunked'], `21\r\n${stolen}\r\n`),
    'closed',
    { leaves: 'whole' },
  ),
]

export const oddHeaders: readonly Vector[] = [...headers, ...sequences]
