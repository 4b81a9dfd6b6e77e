// Compares the errors of the fetch adapter with those of Node's own `fetch` over a real socket.
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { Hono } from 'hono'
import { expect, onTestFinished, test } from 'vitest'
import type { Workspace } from '../../engine/workspace.ts'
import { Problem } from '../../model/problem/problem.ts'
import { createHono } from '../hono-app.ts'
import { createFetch } from './fetch.ts'
import type { BreakingFault, Plane, Responder } from './incoming.ts'

/** Calls Node's own `fetch` on a server that runs `act` on the connection of each request. */
async function fetchOver(act: (socket: Socket) => void): Promise<Response> {
  const server = createServer((socket) => socket.once('data', () => act(socket)))
  onTestFinished(() => void server.close())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
}

/** Creates an app whose exchange runs `act`, at once or later. */
function appThat(act: (responder: Responder) => void, isLater = false): Hono {
  const planes: Plane = (_world, _path, _incoming, responder) => {
    if (isLater) queueMicrotask(() => act(responder))
    else act(responder)
    return () => {}
  }
  const workspace = { basePath: '' } as Workspace
  const explain = (): Problem => new Problem('internal-error', 'It was taken for an error.')
  return createHono({ workspace, planes, explain, web: undefined, allowedHosts: [] })
}

async function failure(answer: Promise<unknown> | unknown): Promise<unknown> {
  return Promise.resolve(answer).then(
    (value) => expect.fail(`It resolved to ${String(value)}`),
    ({ constructor: type, name, message, cause }) => ({
      type,
      name,
      message,
      cause: { name: cause.name, message: cause.message, code: cause.code, syscall: cause.syscall },
    }),
  )
}

const faults: [BreakingFault, (socket: Socket) => void][] = [
  ['reset', (socket) => socket.resetAndDestroy()],
  ['close', (socket) => socket.end()],
  ['malformed', (socket) => socket.end('This is not HTTP.\r\n\r\n')],
]

test.each(faults)(
  'the fault %s rejects as over a socket, however the app is called',
  async (fault, act) => {
    const expected = await failure(fetchOver(act))
    const request = (path = ''): Request => new Request(`http://localhost${path}/endpoint/a`)
    for (const isLater of [false, true]) {
      const app = appThat((responder) => responder.abort(fault), isLater)
      const parent = new Hono().route('/mocks', app)
      const logged = new Hono().use((_, next) => next()).route('/mocks', app)
      const { signal } = new AbortController()
      const calls = [
        app.fetch(request()),
        app.request('/endpoint/a', { method: 'HEAD' }),
        createFetch(app)('/endpoint/a'),
        createFetch(app)('/endpoint/a', { signal }),
        parent.fetch(request('/mocks')),
        logged.fetch(request('/mocks')),
      ]
      for (const call of calls) expect(await failure(call)).toEqual(expected)
    }
  },
)

test("a parent app's error handler gets a fault as an error", async () => {
  const parent = new Hono().route(
    '/mocks',
    appThat((responder) => responder.abort('close')),
  )
  parent.onError((error, c) => c.text(error.message, 502))
  const response = await parent.request('/mocks/endpoint/a')
  expect([response.status, await response.text()]).toEqual([502, 'fetch failed'])
})

test('a body that breaks off rejects as over a socket, after its first part', async () => {
  const over = await fetchOver((socket) =>
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhello'),
  )
  const app = appThat((responder) => {
    const body = responder.begin({ status: 200, headers: [['content-length', '10']] })
    void body.write(new TextEncoder().encode('hello'))
    body.abort()
  })
  const fetch = createFetch(app)
  const { headers, body } = await fetch('/endpoint/a')
  expect(headers.get('content-length')).toBe('10')
  const reader = body?.getReader()
  expect(await reader?.read()).toEqual({ done: false, value: new TextEncoder().encode('hello') })
  const expected = await failure(over.text())
  expect(await failure(reader?.read())).toEqual(expected)
  expect(await failure((await fetch('/endpoint/a')).text())).toEqual(expected)
})
