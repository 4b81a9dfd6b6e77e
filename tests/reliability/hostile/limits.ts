// Every limit of the daemon that a request can reach, with a request of any size for each.
import type { RawResponse } from '../lib/response.ts'
import { askOnce, plainRequest } from './connection.ts'

export interface Limit {
  readonly name: string
  readonly at: number
  /** The outcome one beyond the limit. */
  readonly refusal: string
  /** The outcome at the limit. Default: 200. */
  readonly passes?: string
  /** The lowest allowed value, if any. One below it has the same refusal. */
  readonly from?: number
  send(url: string, size: number): Promise<RawResponse>
}

/** The `--max-body` with which the daemon of these limits is started, in bytes. */
export const maxBody = 100_000

/** Bytes of target and headers together that node:http accepts. One more is an overflow. */
export const headerBytes = 16 * 1024 - 1

export const limits: readonly Limit[] = [
  record('bytes of a name', 1, 255, 'invalid-endpoint', (size) => `"${'n'.repeat(size)}","data":1`),
  record('bytes of a name in two-byte characters', undefined, 255, 'invalid-endpoint', (size) => {
    return `"${'é'.repeat(Math.floor(size / 2))}${'n'.repeat(size % 2)}","data":1`
  }),
  record(
    'statusCode',
    200,
    599,
    'invalid-endpoint',
    (code) => `"status","data":1,"statusCode":${code}`,
  ),
  record('delay', 0, 2_147_483_647, 'invalid-endpoint', (ms) => `"late","data":1,"delay":${ms}`),
  record('depth of a body', undefined, 512, 'too-deep', (depth) => {
    return `"deep","data":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}`
  }),
  {
    name: 'bytes of the body of an add',
    at: maxBody,
    refusal: '413 body-too-large',
    send: (url, size) => put(url, addOfSize(size)),
  },
  {
    name: 'bytes of the body of an add that does not say how long it is',
    at: maxBody,
    refusal: '413 body-too-large',
    send: (url, size) => askOnce(url, inChunks('PUT', '/api/endpoint/add', addOfSize(size))),
  },
  {
    name: 'bytes of the body of a reset',
    at: 64 * 1024,
    refusal: '413 body-too-large',
    send: (url, size) => askOnce(url, withBody('POST', '/api/reset', `{}${' '.repeat(size - 2)}`)),
  },
  query('limit of a list of endpoints', 1, 1_000, '/api/endpoint?limit='),
  query('limit of a list of requests', 1, 1_000, '/api/request?limit='),
  query('count of a list of requests', 1, 1_000, '/api/request?wait=1&count='),
  query('wait for requests', 0, 600_000, '/api/request?count=1&wait='),
  {
    name: 'bytes of headers and target',
    at: headerBytes,
    refusal: '431 headers-too-large',
    send(url, size) {
      const rest = size - '/endpoint/aHostlocalhostX'.length
      return askOnce(url, plainRequest('GET', '/endpoint/a', `X: ${'x'.repeat(rest)}\r\n`))
    },
  },
  {
    name: 'bytes of target and headers',
    at: headerBytes,
    passes: '404 endpoint-not-found',
    refusal: '431 headers-too-large',
    send(url, size) {
      const rest = size - '/endpoint/Hostlocalhost'.length
      return askOnce(url, plainRequest('GET', `/endpoint/${'u'.repeat(rest)}`))
    },
  },
]

/** Returns a limit of a member of an endpoint. */
function record(
  name: string,
  from: number | undefined,
  at: number,
  code: string,
  write: (size: number) => string,
): Limit {
  const send = (url: string, size: number) => put(url, `{"name":${write(size)}}`)
  return { name, at, refusal: `400 ${code}`, send, ...(from !== undefined && { from }) }
}

/** Returns a limit of a number in a query. */
function query(name: string, from: number, at: number, target: string): Limit {
  const send = (url: string, size: number) => askOnce(url, plainRequest('GET', target + size))
  return { name, from, at, refusal: '400 invalid-query', send }
}

/** Returns the body of an add request, of exactly so many bytes. */
export function addOfSize(size: number, name = 'large'): string {
  const empty = `{"name":"${name}","data":""}`
  return `${empty.slice(0, -2)}${'x'.repeat(size - empty.length)}"}`
}

function put(url: string, body: string): Promise<RawResponse> {
  return askOnce(url, withBody('PUT', '/api/endpoint/add', body))
}

export function withBody(method: string, target: string, body: string): string {
  const bytes = Buffer.from(body).toString('latin1')
  return plainRequest(method, target, `Content-Length: ${bytes.length}\r\n`) + bytes
}

function inChunks(method: string, target: string, body: string): string {
  const head = plainRequest(method, target, 'Transfer-Encoding: chunked\r\n')
  const half = Math.floor(body.length / 2)
  const chunks = [body.slice(0, half), body.slice(half), '']
  return head + chunks.map((text) => `${text.length.toString(16)}\r\n${text}\r\n`).join('')
}
