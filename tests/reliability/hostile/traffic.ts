// Traffic at the limits of the daemon: several kinds at once, each with one request after another.
import { setTimeout as sleep } from 'node:timers/promises'
import { outcome } from '../lib/response.ts'
import { askOnce, connectTo, plainRequest } from './connection.ts'
import { addOfSize, headerBytes, withBody } from './limits.ts'

/** Returns the request of a turn, and its required outcome. */
type Kind = (turn: number) => readonly [request: string, wanted: string]

const largest = 10 * 1024 * 1024
/** Number of the largest endpoints, which is more than the cache holds. */
const names = 8
const deep = `${'['.repeat(511)}${']'.repeat(511)}`
/** Milliseconds between two requests that move 10 MiB. Without it, no others would get through. */
const rest = 1_000
const path = '/api/endpoint/add'

const kinds: Readonly<Record<string, Kind>> = {
  'largest adds': (turn) => {
    const body = addOfSize(largest, `large-${turn % names}`)
    return [withBody('PUT', path, body), '200']
  },
  'largest reads': (turn) => [plainRequest('GET', `/endpoint/large-${turn % names}`), '200'],
  'too large adds': () => [
    plainRequest('PUT', path, `Content-Length: ${largest + 1}\r\n`),
    '413 body-too-large',
  ],
  'longest names': (turn) => {
    const name = String(turn % 1_000).padStart(255, 'n')
    if (turn % 2 === 0) return [withBody('PUT', path, `{"name":"${name}","data":1}`), '200']
    return [plainRequest('GET', `/endpoint/${name.slice(1)}`), '404 endpoint-not-found']
  },
  'deepest adds': (turn) => {
    const isTooDeep = turn % 2 === 1
    const data = isTooDeep ? `[${deep}]` : deep
    const wanted = isTooDeep ? '400 too-deep' : '200'
    return [withBody('PUT', path, `{"name":"deep","data":${data}}`), wanted]
  },
  'largest headers': (turn) => {
    const isTooLarge = turn % 10 === 9
    const size = headerBytes - '/endpoint/deepHostlocalhostX'.length + (isTooLarge ? 1 : 0)
    const request = plainRequest('GET', '/endpoint/deep', `X: ${'x'.repeat(size)}\r\n`)
    return [request, isTooLarge ? '431 headers-too-large' : '200']
  },
  'bodies beyond the journal': () => [
    withBody('POST', '/endpoint/deep', 'b'.repeat(64 * 1024 + 1)),
    '200',
  ],
  'longest lists': (turn) => {
    const list = turn % 2 === 0 ? '/api/request' : '/api/endpoint'
    return [plainRequest('GET', `${list}?limit=1000`), '200']
  },
}

const heavy = new Set(['largest adds', 'largest reads', 'longest lists'])

export interface Traffic {
  /** Number of requests of each kind that were sent. */
  readonly answered: Readonly<Record<string, number>>
  /** Outcomes that were not the required ones. */
  readonly wrong: readonly string[]
}

/** Sends all kinds for so many milliseconds. */
export async function trafficAtLimits(url: string, duration: number): Promise<Traffic> {
  const answered: Record<string, number> = {}
  const wrong: string[] = []
  const end = performance.now() + duration
  const sending = Object.entries(kinds).map(async ([name, kind]) => {
    for (let turn = 0; performance.now() < end; turn++) {
      const [request, wanted] = kind(turn)
      const found = await askOnce(url, request).then(outcome, String)
      if (found !== wanted) wrong.push(`${name}: ${found}`)
      answered[name] = turn + 1
      if (heavy.has(name)) await sleep(rest)
    }
  })
  await Promise.all(sending)
  return { answered, wrong }
}

/** Adds the largest endpoints and the deepest one, and fills the journal. */
export async function prepareTraffic(url: string): Promise<void> {
  for (let turn = 0; turn < names; turn++) {
    await askOnce(url, withBody('PUT', path, addOfSize(largest, `large-${turn}`)))
  }
  await askOnce(url, withBody('PUT', path, `{"name":"deep","data":${deep}}`))
  const post = withBody('POST', '/endpoint/deep', 'b'.repeat(64 * 1024))
  for (let kept = 0; kept < 16 * 1024 * 1024; kept += 64 * 1024) await askOnce(url, post)
}

/** Opens so many event streams and reads all but the last. Resolves to a function to close them. */
export async function openStreams(url: string, count: number): Promise<() => void> {
  const sockets = await Promise.all(Array.from({ length: count }, () => connectTo(url)))
  for (const [i, socket] of sockets.entries()) {
    socket.write(plainRequest('GET', '/api/request', 'Accept: text/event-stream\r\n'))
    if (i < count - 1) socket.resume()
  }
  return () => {
    for (const socket of sockets) socket.destroy()
  }
}
