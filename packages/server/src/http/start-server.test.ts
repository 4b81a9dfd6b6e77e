import { request } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { createMemoryStore } from '@mock-endpoint/core/memory'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type RunningServer, type ServerOptions, startServer } from './start-server.ts'

/** As they are before any server was started. */
const { Request, Response } = globalThis

async function start(options: ServerOptions = {}): Promise<RunningServer> {
  const server = await startServer({ store: createMemoryStore(), port: 0, grace: 0, ...options })
  onTestFinished(server.close)
  return server
}

async function health(url: string): Promise<number> {
  const { status } = await fetch(`${url}/api/health`, { headers: { connection: 'close' } })
  return status
}

/** A GET whose bytes have left; what comes of it is told by `ended`. */
async function ask(url: string): Promise<{ ended: Promise<number | string> }> {
  const outgoing = request(url, { agent: false })
  const ended = new Promise<number | string>((resolve) => {
    outgoing.on('response', (incoming) => {
      incoming.resume()
      resolve(incoming.statusCode ?? 0)
    })
    outgoing.on('error', (error) => resolve('code' in error ? String(error.code) : error.message))
  })
  outgoing.end()
  return { ended }
}

/** What keeps a process alive: sockets, servers, timers. */
function handles(): string[] {
  return process.getActiveResourcesInfo().filter((name) => /^(TCP|Timeout|Immediate)/.test(name))
}

/** The handles as soon as they are these, or after five seconds; `expect.poll` would add a timer. */
async function settled(expected: readonly string[]): Promise<string[]> {
  const deadline = performance.now() + 5000
  while (handles().join() !== expected.join() && performance.now() < deadline) await setImmediate()
  return handles()
}

describe('startServer', () => {
  test('listens on 127.0.0.1 and ::1, on the same free port', async () => {
    const { url, port } = await start()
    expect(url).toBe(`http://localhost:${port}`)
    expect(port).toBeGreaterThan(0)
    expect(await health(`http://127.0.0.1:${port}`)).toBe(200)
    expect(await health(`http://[::1]:${port}`)).toBe(200)
  })

  test.each([
    ['127.0.0.1', '127.0.0.1'],
    ['::1', '[::1]'],
  ])('listens on %s alone when told so', async (host, inUrl) => {
    const { url, port } = await start({ hosts: [host] })
    expect(url).toBe(`http://${inUrl}:${port}`)
    expect(await health(url)).toBe(200)
    const other = host === '::1' ? '127.0.0.1' : '[::1]'
    await expect(health(`http://${other}:${port}`)).rejects.toThrow()
  })

  test('rejects when the port is taken, and lets go of every address', async () => {
    expect(await settled([])).toEqual([])
    const taken = await start({ hosts: ['::1'] })
    await expect(start({ port: taken.port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
    await expect(health(`http://127.0.0.1:${taken.port}`)).rejects.toThrow()
    expect(await settled(['TCPServerWrap'])).toEqual(['TCPServerWrap'])
  })

  test("leaves the process's Request and Response as they are", async () => {
    const { url } = await start()
    await health(url)
    expect(globalThis.Request).toBe(Request)
    expect(globalThis.Response).toBe(Response)
  })
})

describe('close', () => {
  test('may be called twice, also at the same time', async () => {
    const { url, close } = await start()
    await Promise.all([close(), close()])
    await close()
    await expect(health(url)).rejects.toThrow()
  })

  test('happens at the end of an `await using`', async () => {
    let url = ''
    {
      await using server = await start()
      url = server.url
      expect(await health(url)).toBe(200)
    }
    await expect(health(url)).rejects.toThrow()
  })

  test('leaves the store that was given open', async () => {
    const store = createMemoryStore()
    const { close } = await start({ store })
    await close()
    expect(await store.count()).toBe(0)
  })

  test('with grace 0 ends a delayed answer, its timer and its connection', async () => {
    const store = createMemoryStore()
    await store.put({ name: 'slow', data: '1', statusCode: 200, delay: 60_000 })
    expect(await settled([])).toEqual([])
    let arrived = (): void => {}
    const arrival = new Promise<void>((resolve) => {
      arrived = resolve
    })
    const { url, close } = await start({ store, onRequest: () => arrived() })
    const { ended } = await ask(`${url}/endpoint/slow`)
    await arrival
    await close()
    expect([503, 'ECONNRESET']).toContain(await ended)
    expect(await settled([])).toEqual([])
  })

  test('leaves nothing open, a hundred times', async () => {
    expect(await settled([])).toEqual([])
    for (let i = 0; i < 100; i++) {
      await using server = await startServer({ store: createMemoryStore(), port: 0, grace: 0 })
      const { ended } = await ask(`${server.url}/api/health`)
      expect(await ended).toBe(200)
    }
    expect(await settled([])).toEqual([])
  })
})

test.each([
  [undefined, 'localhost'],
  [['0.0.0.0'], 'localhost'],
  [['127.0.0.1'], '127.0.0.1'],
  [['::1'], '[::1]'],
])('a server on %o says that it is at %s', async (hosts, name) => {
  const server = await startServer({ store: createMemoryStore(), port: 0, hosts, grace: 0 })
  onTestFinished(server.close)
  expect(server.url).toBe(`http://${name}:${server.port}`)
})
