// Exchanges that break off, as seen on the wire and by clients.
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import { connect } from 'node:net'
import timers from 'node:timers'
import type { BreakingFault, Responder } from '@mock-endpoint/core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { ask, converse, serveBy, serveByHand } from '../test/answered-by-hand.ts'
import { exchange } from '../test/raw-exchange.ts'
import { timeToRead } from './break-off.ts'

/** Collects the resets that wait for their client to read, so that the test can start them. */
function holdResets(): (() => void)[] {
  const resets: (() => void)[] = []
  const { setTimeout } = timers
  const instead = (act: () => void, milliseconds: number): unknown =>
    milliseconds === timeToRead ? resets.push(act) : setTimeout(act, milliseconds)
  replaceSetTimeout(instead as typeof setTimeout)
  onTestFinished(() => replaceSetTimeout(setTimeout))
  return resets
}

/** Replaces `setTimeout`, also for modules that have imported it by name. */
function replaceSetTimeout(now: typeof timers.setTimeout): void {
  timers.setTimeout = now
  syncBuiltinESMExports()
}

type Act = (responder: Responder) => void

const half = new TextEncoder().encode('hello')

/** Sends half of the declared body. */
const truncate: Act = (responder) => {
  const body = responder.begin({ status: 200, headers: [['content-length', '10']] })
  void body.write(half)
  body.abort()
}

const breakOff =
  (fault: BreakingFault): Act =>
  (responder) =>
    responder.abort(fault)

const acts: Record<BreakingFault | 'truncate', Act> = {
  reset: breakOff('reset'),
  close: breakOff('close'),
  malformed: breakOff('malformed'),
  truncate,
}

const ok = { status: 200, headers: [['content-length', '2']], body: 'ok' } as const

/** Runs a program, and resolves to its exit code and its output. */
function run(file: string, args: string[]): Promise<readonly [code: unknown, stdout: string]> {
  return new Promise((resolve) => {
    execFile(file, args, (error, stdout) => resolve([error?.code ?? 0, stdout]))
  })
}

/**
 * Writes the text and then zeros from another process, because a client in this process would read
 * whenever the server is done. Resolves to how the connection ended and how much of `long` came.
 */
async function readElsewhere(url: string, text: string, zeros = 0): Promise<string> {
  const [, printed] = await run(process.execPath, [
    '-e',
    `let seen = 0
    const socket = require('node:net').connect(${new URL(url).port}, '127.0.0.1')
    socket.on('data', (chunk) => (seen += chunk.toString('latin1').split('y').length - 1))
    const tell = (end) => { console.log(end, seen); process.exit() }
    socket.on('end', () => tell('FIN')).on('error', ({ code }) => tell(code))
    socket.write(${JSON.stringify(text)})
    socket.write(Buffer.alloc(${zeros}))`,
  ])
  return printed
}

/** The error that node:http gives for a request or its response. */
async function errorOfHttp(url: string): Promise<Error> {
  const request = get(url)
  const [response] = (await once(request, 'response').catch((error) => [error])) as [
    IncomingMessage | Error,
  ]
  if (response instanceof Error) return response
  response.resume()
  const [error] = (await once(response, 'error')) as [Error]
  return error
}

async function errorOfFetch(url: string): Promise<unknown> {
  const read = async (): Promise<string> => (await fetch(url)).text()
  return read().then(
    () => undefined,
    ({ message, cause }) => [message, cause.code],
  )
}

describe.each([
  ['reset', '', 'RST', 56, ['ECONNRESET', 'read ECONNRESET'], ['fetch failed', 'ECONNRESET']],
  ['close', '', 'FIN', 52, ['ECONNRESET', 'socket hang up'], ['fetch failed', 'UND_ERR_SOCKET']],
  [
    'malformed',
    'This is not HTTP.\r\n\r\n',
    'FIN',
    1,
    ['HPE_INVALID_CONSTANT', expect.stringContaining('Expected HTTP/')],
    ['fetch failed', 'HPE_INVALID_CONSTANT'],
  ],
  ['truncate', /hello$/, 'FIN', 18, ['ECONNRESET', 'aborted'], ['terminated', 'UND_ERR_SOCKET']],
] as const)('%s', (fault, text, end, exitCode, ofHttp, ofFetch) => {
  test('the fault has the expected bytes and end on the wire', async () => {
    const { url } = await serveBy(acts[fault])
    const seen = await converse(url, ask())
    expect(seen.end).toBe(end)
    if (typeof text === 'string') expect(seen.text).toBe(text)
    else expect(seen.text).toMatch(text)
  })

  test('curl, node:http and fetch report the fault with the expected errors', async () => {
    const { url } = await serveBy(acts[fault])
    expect((await run('curl', ['-sS', '--max-time', '20', url]))[0]).toBe(exitCode)
    expect(await errorOfHttp(url)).toMatchObject({ code: ofHttp[0], message: ofHttp[1] })
    expect(await errorOfFetch(url)).toEqual(ofFetch)
  })

  test('the fault comes after the earlier responses, and no response comes after it', async () => {
    const { url, next } = await serveByHand()
    const seen = converse(url, ask().repeat(4))
    const [first, second, third, fourth] = [await next(), await next(), await next(), await next()]
    fourth.responder.answer(ok)
    acts[fault](third.responder)
    second.responder.answer({ ...ok, headers: [['content-length', '8000000']], body: long })
    first.responder.answer(ok)
    const { text: all, end: how } = await seen
    expect(how).toBe(end)
    expect(all.split('HTTP/1.1 200 OK')).toHaveLength(fault === 'truncate' ? 4 : 3)
    const rest = all.slice(all.lastIndexOf('y') + 1)
    if (typeof text === 'string') expect(rest).toBe(text)
    else expect(rest).toMatch(text)
    expect(all.split('y')).toHaveLength(8_000_001)
    await Promise.all([third.left, fourth.left])
  })
})

const long = 'y'.repeat(8_000_000)

describe('a connection that breaks off', () => {
  test('a long half of a body is sent in full before the connection breaks off', async () => {
    const { url } = await serveBy((responder) => {
      const body = responder.begin({ status: 200, headers: [['content-length', '16000000']] })
      void body.write(new TextEncoder().encode(long))
      body.abort()
      body.abort()
      body.end()
      expect(body.write(half)).toBeUndefined()
    })
    const { text, end } = await converse(url, `${ask()}\0garbage`)
    expect([end, text.length - text.indexOf('y')]).toEqual(['FIN', long.length])
  })

  test('a reset comes only after the time to read the long response before it', async () => {
    const { url } = await serveBy((responder, { target }) =>
      target === '/'
        ? responder.answer({ ...ok, headers: [['content-length', '8000000']], body: long })
        : responder.abort('reset'),
    )
    const resets = holdResets()
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    let read = 0
    socket.on('data', (chunk) => (read += chunk.toString('latin1').split('y').length - 1))
    const error = once(socket, 'close').catch((reason) => reason)
    socket.write(ask() + ask('/reset'))
    await expect.poll(() => [read, resets.length]).toEqual([long.length, 1])
    expect(socket.readyState).toBe('open')
    resets[0]?.()
    expect(await error).toMatchObject({ code: 'ECONNRESET' })
  })

  test('a long half of a body arrives in full although its client continues to send', async () => {
    const { url } = await serveBy((responder) => {
      const body = responder.begin({ status: 200, headers: [['content-length', '16000000']] })
      void body.write(new TextEncoder().encode(long))
      body.abort()
    })
    const upload = 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99000000\r\n\r\n'
    expect(await readElsewhere(url, ask() + upload, 9_000_000)).toBe(`FIN ${long.length}\n`)
  })

  test('a connection that breaks off takes no more requests and closes soon', async () => {
    const { url, next, count } = await serveByHand({}, acts.close)
    const { hostname, port } = new URL(url)
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
    onTestFinished(() => void socket.destroy())
    socket.on('error', () => {}).write(ask())
    await once(socket.resume(), 'end')
    socket.write(`${ask()}POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nabc`)
    await (await next()).left
    expect(count()).toBe(1)
  })

  test('a connection that breaks off does not affect other connections', async () => {
    const { url } = await serveBy((responder, { target }) =>
      target === '/' ? responder.answer(ok) : responder.abort('reset'),
    )
    const [response] = await Promise.all([
      exchange(url, ask().replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')),
      converse(url, ask('/reset')),
    ])
    expect(response.map(({ body }) => body)).toEqual(['ok'])
  })
})
