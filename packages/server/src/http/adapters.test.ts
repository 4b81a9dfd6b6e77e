// A request over HTTP/1.1 or HTTP/2 is answered and recorded like a `Request` in process.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { answerHttps, connectHttp2, exchangeHttp2 } from '../test/http2-exchange.ts'
import { exchange, last, type WireResponse } from '../test/raw-exchange.ts'
import { endpoints, type Served, startServed } from '../test/served-mock.ts'

interface Ask {
  readonly method: string
  /** A path and a query. */
  readonly target: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string
}

const ofTheConnection = new Set(['connection', 'date', 'keep-alive', 'transfer-encoding'])

function toComparable({ status, headers, body }: WireResponse): unknown {
  const kept = [...headers].filter(([name]) => !ofTheConnection.has(name))
  return { status, headers: kept.sort(), body }
}

async function overSocket({ url }: Served, { method, target, headers, body }: Ask) {
  const lines = ['Host: localhost', ...headers.map(([name, value]) => `${name}: ${value}`)]
  if (body !== '') lines.push(`Content-Length: ${body.length}`)
  const [answer] = await exchange(url, last(`${method} ${target} HTTP/1.1`, lines, body))
  return answer && toComparable(answer)
}

async function overHttp2({ url }: Served, { method, target, headers, body }: Ask) {
  const session = await connectHttp2(url)
  const fields = { ':method': method, ':path': target, ...Object.fromEntries(headers) }
  const response = await exchangeHttp2(session, fields, body === '' ? undefined : body)
  session.close()
  return toComparable(response)
}

async function inProcess({ mock }: Served, { method, target, headers, body }: Ask) {
  const init = {
    method,
    headers: headers.map(([name, value]) => [name, value] as [string, string]),
  }
  const request = new Request(`http://localhost${target}`, body === '' ? init : { ...init, body })
  const response = await mock.app.fetch(request)
  const text = Buffer.from(await response.arrayBuffer()).toString('latin1')
  // An HTTP server leaves out the body of a response to HEAD.
  const sent = method === 'HEAD' ? '' : text
  return toComparable({ status: response.status, headers: response.headers, body: sent })
}

/** Headers that a client adds by itself. */
const ofTheSender = new Set(['host', 'connection', 'content-length', 'content-type'])

/** A `Request` resolves the dots in its path. */
function resolved(path: string): string {
  return new URL(`http://localhost${path}`).pathname
}

/** The journal without IDs, times, and the order and case of headers, which differ. */
async function journal({ mock }: Served): Promise<unknown[]> {
  const requests = await mock.requests()
  return requests.map(
    ({ id, receivedAt, durationMs, rawHeaders, headers, path, query, ...rest }) => ({
      ...rest,
      path: resolved(path),
      query: String(query),
      headers: [...headers].filter(([name]) => !ofTheSender.has(name)),
      isTimed: typeof durationMs === 'number',
    }),
  )
}

type Send = (served: Served, ask: Ask) => Promise<unknown>

/** Expects the same response and the same journal from both adapters. */
async function expectSame(sides: readonly [Served, Served], send: Send, ask: Ask): Promise<void> {
  const [socket, process] = sides
  for (const { mock } of sides) await mock.reset()
  expect(await send(socket, ask)).toEqual(await inProcess(process, ask))
  expect(await journal(socket)).toEqual(await journal(process))
}

const asks: fc.Arbitrary<Ask> = fc
  .record({
    method: fc.constantFrom('GET', 'GET', 'HEAD', 'POST', 'PUT', 'OPTIONS', 'DELETE', 'PROPFIND'),
    start: fc.constantFrom('/endpoint/', '/endpoint', '/endpoint//', '/Endpoint/', '/', '/api/'),
    name: fc.constantFrom(
      ...endpoints.map(({ name }) => encodeURIComponent(name)),
      ...['', '.', '..', '%2e', '%2E./orders', '%', '%zz', '%C3', 'a;v=1', 'none', 'health'],
    ),
    end: fc.constantFrom('', '', '?', '?a=1&b=%20', '?a=/b', '/', '/x'),
    headers: fc.uniqueArray(
      fc.constantFrom<readonly [string, string]>(
        ['Origin', 'null'],
        ['Origin', 'http://localhost:1'],
        ['Accept', '*/*'],
        ['X-Empty', ''],
        ['X-Same', 'a, b'],
        ['Access-Control-Request-Method', 'GET'],
        ['Access-Control-Request-Headers', 'x-id'],
      ),
      { maxLength: 4, selector: ([name]) => name },
    ),
    body: fc.constantFrom('', '', 'a', 'ab', '{"name":"x","data":1}', 'x'.repeat(70_000)),
  })
  .map(({ method, start, name, end, headers, body }) => ({
    method,
    target: start + name + end,
    headers,
    // A `Request` with these methods has no body (Fetch, 5.4).
    body: method === 'GET' || method === 'HEAD' ? '' : body,
  }))

describe.each([
  ['a connection of HTTP/1.1', overSocket],
  ['a connection of HTTP/2', overHttp2],
])('%s and a Request', (_, send) => {
  test('the connection and a Request get the same responses and leave the same journal', async () => {
    const sides = [await startServed({ answerHttps }), await startServed()] as const
    const property = fc.asyncProperty(asks, (ask) => expectSame(sides, send, ask))
    await fc.assert(property, { numRuns: 200 })
  })
})
