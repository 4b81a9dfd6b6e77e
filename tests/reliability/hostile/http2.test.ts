// Hostile HTTP/2 clients, frame by frame. An error ends only the stream or connection that it must.
import { once } from 'node:events'
import { connect } from 'node:http2'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import {
  ask,
  begin,
  type Connection,
  connectByFrames,
  errors,
  flags,
  frame,
  number,
  request,
  setting,
  types,
} from '../../../packages/server/src/test/http2-frames.ts'
import { type Daemon, freshFolder, startDaemon } from '../lib/daemon.ts'
import { answered, breaking, endingStream, leftOut } from './http2/cases.ts'
import { floods } from './http2/floods.ts'

let daemon: Daemon
let url: string

beforeAll(async () => {
  const folder = await freshFolder()
  daemon = await startDaemon({ cwd: folder.path, args: ['--memory', '--https'] })
  void daemon.ended.then(folder.remove)
  url = daemon.url.replace('http:', 'https:')
  await add('orders', '[1]')
  await add('large', `"${'x'.repeat(99_998)}"`)
})

afterAll(async () => {
  expect(daemon.stderr()).toBe('')
  expect(await daemon.stop()).toEqual({ code: 0, signal: null })
})

async function add(name: string, data: string): Promise<void> {
  const body = `{"name":"${name}","data":${data}}`
  await fetch(`${daemon.url}/api/endpoint/add`, { method: 'PUT', body })
}

async function open(): Promise<Connection> {
  const connection = await connectByFrames(url)
  onTestFinished(connection.close)
  connection.send(...begin)
  return connection
}

/** `:status: 200` in the static table of HPACK (RFC 7541, A). */
const status200 = 0x88

/** Resolves to the code of GOAWAY, or to `undefined` if the connection ends without it. */
async function brokenBy({ first }: Connection): Promise<number | undefined> {
  const last = await first(({ type }) => type === types.goAway)
  return last?.payload.readUInt32BE(4)
}

/** Resolves to the code of RST_STREAM, or to `undefined` if the connection ends without it. */
async function resetOf({ first }: Connection, id: number): Promise<number | undefined> {
  const reset = await first(({ type, stream }) => type === types.rstStream && stream === id)
  return reset?.payload.readUInt32BE(0)
}

/** Whether the request of this stream gets a 200. */
async function isAnswered({ first }: Connection, id: number): Promise<boolean> {
  const head = await first(({ type, stream }) => type === types.headers && stream === id)
  return head?.payload[0] === status200
}

/** Whether another client gets a 200. */
async function isBystanderAnswered(): Promise<boolean> {
  const session = connect(url, { rejectUnauthorized: false })
  const stream = session.request({ ':path': '/endpoint/orders' }).resume()
  const [{ ':status': status }] = (await once(stream, 'response')) as [{ ':status': number }]
  session.close()
  return status === 200
}

test('a connection that does not begin with the HTTP/2 preface is closed', async () => {
  const connection = await connectByFrames(url)
  connection.send('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await connection.ended
})

test.each(breaking)('$what breaks the connection', async ({ sent, codes }) => {
  const connection = await open()
  connection.send(...sent)
  expect([...codes, errors.internal, undefined]).toContain(await brokenBy(connection))
  expect(await isBystanderAnswered()).toBe(true)
})

test.each(endingStream)('$what ends only its stream', async ({ sent, codes }) => {
  const connection = await open()
  connection.send(...sent)
  expect(codes).toContain(await resetOf(connection, 1))
  connection.send(request(3))
  expect(await isAnswered(connection, 3)).toBe(true)
})

test.each(answered)('the request is answered: $what', async ({ sent }) => {
  const connection = await open()
  connection.send(...sent)
  expect(await isAnswered(connection, 1)).toBe(true)
})

test.each(leftOut)(
  'a malformed header %j is left out of the recorded request',
  async (name, value) => {
    const connection = await open()
    connection.send(request(1, [...ask, [name, value]]))
    expect(await isAnswered(connection, 1)).toBe(true)
    const listed = await fetch(`${daemon.url}/api/request?limit=1000`)
    const { requests } = (await listed.json()) as { requests: readonly { headers: unknown }[] }
    expect(requests.at(-1)?.headers).toEqual([['host', 'localhost']])
  },
)

test('SETTINGS and PING are acknowledged', async () => {
  const connection = await open()
  const payload = Buffer.from('12345678')
  connection.send(frame('ping', 0, payload))
  for (const type of [types.settings, types.ping]) {
    const isAck = (found: { type: number; flags: number }): boolean =>
      found.type === type && found.flags === flags.ack
    expect(await connection.first(isAck)).toBeDefined()
  }
})

test('a response body is sent only as far as the flow control window allows', async () => {
  const connection = await open()
  const large = request(1, [...ask.slice(0, 3), [':path', '/endpoint/large']])
  connection.send(frame('settings', 0, setting(4, 0)), large)
  expect(await isAnswered(connection, 1)).toBe(true)
  for (let at = 0; at < 100; at++) {
    connection.send(frame('windowUpdate', 1, number(1)))
    const sent = await connection.first(
      ({ type, stream, payload }) => type === types.data && stream === 1 && payload.length === 1,
    )
    expect(sent).toBeDefined()
  }
  const rest = number(200_000)
  connection.send(frame('windowUpdate', 1, rest), frame('windowUpdate', 0, rest))
  const isLast = (found: { type: number; flags: number }): boolean =>
    found.type === types.data && found.flags === flags.endStream
  expect(await connection.first(isLast)).toBeDefined()
})

test.each(floods)('other clients get responses during a flood: $what', async ({ sent }) => {
  const connection = await open()
  connection.send(...sent, frame('ping', 0, Buffer.from('the last')))
  const last = connection.first(
    ({ type, payload }) => type === types.goAway || payload.toString('latin1') === 'the last',
  )
  expect(await isBystanderAnswered()).toBe(true)
  await last
  expect(await isBystanderAnswered()).toBe(true)
})
