// The journal over a socket: behavior that needs a connection.
import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import type { RecordedRequest } from '@mock-endpoint/core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listRequests } from '../../../core/src/test/contract/contract-journal.ts'
import { add, ask } from '../../../core/src/test/contract/contract-service.ts'
import { overSocket } from '../../../core/src/test/send.ts'
import { type Daemon, freshFolder, startDaemon } from './daemon.ts'
import { connectTo, exchange, last } from './raw-exchange.ts'

const longestDelay = 2_147_483_647

let daemon: Daemon
let folder: Awaited<ReturnType<typeof freshFolder>>

beforeAll(async () => {
  folder = await freshFolder()
  daemon = await startDaemon({ args: ['--memory'], cwd: folder.path })
})

afterAll(async () => {
  await daemon.stop()
  await folder.remove()
})

beforeEach(async () => {
  await ask(overSocket(daemon.url), '/api/request', { method: 'DELETE' })
})

/** The only recorded request, once it has ended. */
async function only(): Promise<RecordedRequest | undefined> {
  for (let tries = 0; tries < 5_000; tries++) {
    const [request] = (await listRequests(overSocket(daemon.url))).requests
    if (request && request.outcome !== 'pending') return request
    await setImmediate()
  }
  return undefined
}

describe('the journal over a socket', () => {
  test('headers are recorded in the order and case in which they were sent', async () => {
    const lines = ['X-b: 1', 'HOST: Mocks.Example:99', 'x-A:  2 ', 'X-B: 3', 'Accept: a, b']
    await exchange(daemon.url, last('GET /endpoint/none HTTP/1.1', lines))
    expect((await only())?.headers).toEqual([
      ['X-b', '1'],
      ['HOST', 'Mocks.Example:99'],
      ['x-A', '2'],
      ['X-B', '3'],
      ['Accept', 'a, b'],
      ['Connection', 'close'],
    ])
  })

  test.each([
    ['/endpoint/a', 'q=\'"<>`{}|\\^[]&&a=%zz&%41=+?/'],
    ['/endpoint/a/', ''],
    ['/endpoint/x/../a', 'b'],
    ['/endpoint/./a', ''],
    ['/endpoint/%61', '%61'],
    ['/endpoint/%2e%2e/a', ''],
    ['/endpoint/a\'b"<>`{}|^', ''],
  ])('the path %s and the query %s are recorded as they were sent', async (path, query) => {
    const target = query === '' ? path : `${path}?${query}`
    await exchange(daemon.url, last(`GET ${target} HTTP/1.1`))
    expect(await only()).toMatchObject({ path, query })
  })

  test('a chunked body is recorded without its framing', async () => {
    const lines = ['Host: localhost', 'Transfer-Encoding: chunked']
    const body = '3\r\n{"a\r\n5;x=y\r\n":1}\n\r\n0\r\n\r\n'
    await exchange(daemon.url, last('POST /endpoint/none HTTP/1.1', lines, body))
    expect(await only()).toMatchObject({ body: '{"a":1}\n', bodyBytes: 8, outcome: 'unmatched' })
  })

  test.each([
    ['small', 'Content-Length: 100'],
    ['large', 'Content-Length: 1000000'],
    ['chunked', 'Transfer-Encoding: chunked'],
  ])('a %s body that breaks off is recorded as aborted', async (_, header) => {
    await add(overSocket(daemon.url), { name: 'hook', data: 1 })
    const socket = await connectTo(daemon.url)
    const head = `POST /endpoint/hook HTTP/1.1\r\nHost: localhost\r\n${header}\r\n\r\n`
    await new Promise((resolve) => socket.write(`${head}5\r\nabcde`, resolve))
    socket.end()
    const expected = { endpoint: 'hook', outcome: 'aborted', statusCode: null, method: 'POST' }
    expect(await only()).toMatchObject(expected)
  })

  test('a client that hangs up is recorded as aborted, with the time that it waited', async () => {
    const send = overSocket(daemon.url)
    await add(send, { name: 'never', data: 1, delay: longestDelay })
    const socket = await connectTo(daemon.url)
    socket.write('GET /endpoint/never HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await listRequests(send, '?wait=10000')
    // No second request comes, so this ends after 30 ms.
    await listRequests(send, '?wait=30&count=2')
    socket.destroy()
    await once(socket, 'close')
    const request = await only()
    expect(request).toMatchObject({ outcome: 'aborted', statusCode: null })
    expect(request?.durationMs).toBeGreaterThanOrEqual(29)
  })

  test('TRACE of an endpoint is not recorded', async () => {
    await exchange(daemon.url, last('TRACE /endpoint/none HTTP/1.1'))
    expect((await listRequests(overSocket(daemon.url))).requests).toEqual([])
  })

  test('secret headers are recorded masked', async () => {
    const lines = ['Host: localhost', 'AUTHORIZATION: Bearer b', 'Cookie: c=d', 'X-Api-Key: e']
    await exchange(daemon.url, last('GET /endpoint/none HTTP/1.1', lines))
    expect((await only())?.headers.slice(1, 4)).toEqual([
      ['AUTHORIZATION', '***'],
      ['Cookie', '***'],
      ['X-Api-Key', '***'],
    ])
  })
})

test('stopping the daemon answers pending waits and ends event streams', async () => {
  const stopping = await startDaemon({ args: ['--memory'], cwd: folder.path })
  const waiting = listRequests(overSocket(stopping.url), '?wait=600000')
  const headers = { accept: 'text/event-stream' }
  const stream = await fetch(`${stopping.url}/api/request`, { headers })
  const ended = stream.text()
  await ask(overSocket(stopping.url), '/endpoint/seen')
  expect((await waiting).requests).toHaveLength(1)
  const inVain = listRequests(overSocket(stopping.url), '?wait=600000&count=9')
  const arrived = ask(overSocket(stopping.url), '/endpoint/second')
  await arrived
  expect(await stopping.stop()).toBe(0)
  expect((await inVain).requests).toHaveLength(2)
  expect(await ended).toMatch(/^retry: 1000\n\nevent: request\n/)
})
