// Requests with unusual syntax, of another version, or that are not HTTP at all.
import { get, host, malformed, request, type Vector, vector } from './vector.ts'

const ok = '200'
const orders = '/endpoint/orders'
const tooLarge = '431 headers-too-large'

const framing: readonly Vector[] = [
  vector('bare LF for line ends', `GET ${orders} HTTP/1.1\n${host}\n\n`, malformed),
  vector('bare CR for line ends', `GET ${orders} HTTP/1.1\r${host}\r\r`, malformed),
  vector('a bare CR in a header', get(orders, [host, `A: b\r\rGET / HTTP/1.1`]), malformed),
  vector('a folded line', get(orders, [host, 'A: b\r\n c']), malformed),
  vector('a folded first line', get(orders, [` ${host}`]), malformed),
  vector('a space before a colon', get(orders, ['Host : localhost']), [
    malformed,
    '400 malformed-host',
  ]),
  vector('a header without a colon', get(orders, [host, 'no header']), malformed),
  vector('a header without a name', get(orders, [host, ': value']), [malformed, ok]),
  vector('a NUL in a header', get(orders, [host, 'A: b\0c']), malformed),
  vector('a NUL in the name of a header', get(orders, [host, 'A\0: b']), malformed),
  vector('bytes beyond ASCII in a header', get(orders, [host, 'A: \xff\xfe\xc3\xa9']), ok),
  vector('a header of 20 KB', get(orders, [host, `A: ${'a'.repeat(20_000)}`]), tooLarge),
  vector('a header of 1 MB', get(orders, [host, `A: ${'a'.repeat(1_000_000)}`]), tooLarge),
  vector(
    '5,000 headers',
    get(orders, [host, ...Array.from({ length: 5000 }, (_, i) => `a${i}: b`)]),
    tooLarge,
  ),
  vector(
    '500 headers of one name',
    get(orders, [host, ...Array.from({ length: 500 }, () => 'a: b')]),
    ok,
  ),
  vector('a target of 20 KB', get(`${orders}?${'a'.repeat(20_000)}`), tooLarge),
  vector('a tab for a space', `GET\t${orders}\tHTTP/1.1\r\n${host}\r\n\r\n`, malformed),
  vector('two spaces before the version', get(`${orders} `), ok),
  vector('two targets', get(`${orders} /`), malformed),
  vector('empty lines before the request', `\r\n\r\n${get(orders)}`, ok),
  vector('100,000 empty lines', '\r\n'.repeat(100_000), 'closed'),
]

const versions: readonly Vector[] = [
  // It has no Host, so a proxy that forwards it unchanged gets a refusal.
  vector('HTTP/0.9', `GET ${orders}\r\n`, malformed, { bare: /^\{.*"code":"malformed-host".*\}$/ }),
  vector('HTTP/1.0', `GET ${orders} HTTP/1.0\r\n\r\n`, ok),
  vector('HTTP/1.0 that is kept', `GET ${orders} HTTP/1.0\r\nConnection: keep-alive\r\n\r\n`, ok),
  vector('HTTP/1.2', request(`GET ${orders} HTTP/1.2`), malformed),
  vector('HTTP/3.0', request(`GET ${orders} HTTP/3.0`), malformed),
  vector('http/1.1', request(`GET ${orders} http/1.1`), malformed),
  vector(
    'the preface of HTTP/2',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0',
    malformed,
  ),
  vector(
    'a hello of TLS',
    `\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03${'\x07'.repeat(32)}`,
    malformed,
  ),
  vector('a banner of SSH', 'SSH-2.0-OpenSSH_9.2\r\n', malformed),
  vector('zeros', '\0'.repeat(1000), malformed),
  vector('nothing', '', 'closed'),
]

const methods: readonly Vector[] = [
  vector('an unknown method', request(`BREW ${orders} HTTP/1.1`), malformed),
  vector('a method in lower case', request(`get ${orders} HTTP/1.1`), malformed),
  vector('no method', request(` ${orders} HTTP/1.1`), malformed),
  vector('a method of 100 KB', request(`${'A'.repeat(100_000)} ${orders} HTTP/1.1`), malformed),
  vector('TRACE', request(`TRACE ${orders} HTTP/1.1`), '405 method-not-allowed'),
  vector(
    'a method in a header',
    request('POST /api/endpoint HTTP/1.1', [host, 'X-HTTP-Method-Override: DELETE']),
    '405 method-not-allowed',
  ),
]

export const oddFraming: readonly Vector[] = [...framing, ...versions, ...methods]
