import { request } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { createMemoryStore } from '@mock-endpoint/core/memory'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { type RunningServer, type ServerOptions, startServer } from './start-server.ts'

/** The globals before any server was started. */
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

/** Sends a GET. `ended` resolves to its status, or to the code of its error. */
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

/** Everything that keeps a process alive: sockets, servers, timers. */
function handles(): string[] {
  return process.getActiveResourcesInfo().filter((name) => /^(TCP|Timeout|Immediate)/.test(name))
}

/** Returns the handles once they are as expected, or after 5 s; `expect.poll` would add a timer. */
async function settled(expected: readonly string[]): Promise<string[]> {
  const deadline = performance.now() + 5000
  while (handles().join() !== expected.join() && performance.now() < deadline) await setImmediate()
  return handles()
}

describe('startServer', () => {
  test.each<[object, string]>([
    [{ host: '0.0.0.0' }, '`host` is not an option: did you mean `hosts`?'],
    [{ prt: 1 }, '`prt` is not an option: did you mean `port`?'],
    [{ seed: 'abc' }, "`seed` must be an integer, not 'abc'"],
    [{ allowOrigins: '*' }, "`allowOrigins` must be a list of strings, not '*'"],
    [{ store: Promise.resolve() }, '`store` must be a store, such as `createMemoryStore()`'],
    [{ journal: { requests: 5 } }, '`journal` must be a journal, such as `createJournal()`'],
    [{ endpoints: [] }, '`endpoints` is not an option'],
    [{ mcp: 1 }, '`mcp` must be true or false, not 1'],
  ])('startServer refuses the options %j', async (options, message) => {
    await expect(start(options)).rejects.toThrow(TypeError)
    await expect(start(options)).rejects.toThrow(message)
  })

  test('startServer prints unexpected errors on stderr', async () => {
    const printed = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    onTestFinished(() => printed.mockRestore())
    const get = (): never => {
      throw new Error('the store has a bug')
    }
    const { url } = await start({ store: { ...createMemoryStore(), get } })
    expect((await fetch(`${url}/endpoint/a`)).status).toBe(500)
    expect(printed.mock.calls.join()).toMatch(/^mock-endpoint: Error: the store has a bug\n +at /)
  })

  test('startServer listens on 127.0.0.1 and ::1, on the same free port', async () => {
    const { url, port } = await start()
    expect(url).toBe(`http://localhost:${port}`)
    expect(port).toBeGreaterThan(0)
    expect(await health(`http://127.0.0.1:${port}`)).toBe(200)
    expect(await health(`http://[::1]:${port}`)).toBe(200)
  })

  test.each([
    ['127.0.0.1', '127.0.0.1'],
    ['::1', '[::1]'],
  ])('startServer with the host %s listens only there', async (host, inUrl) => {
    expect(await settled([])).toEqual([])
    const { url, port } = await start({ hosts: [host] })
    expect(url).toBe(`http://${inUrl}:${port}`)
    expect(await health(url)).toBe(200)
    // A request to another address could reach a server of another test, which has the same port.
    expect(await settled(['TCPServerWrap'])).toEqual(['TCPServerWrap'])
  })

  test('startServer rejects when the port is in use, and leaves no socket open', async () => {
    expect(await settled([])).toEqual([])
    const taken = await start({ hosts: ['::1'] })
    await expect(start({ port: taken.port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
    expect(await settled(['TCPServerWrap'])).toEqual(['TCPServerWrap'])
  })

  test("startServer leaves the process's Request and Response unchanged", async () => {
    const { url } = await start()
    await health(url)
    expect(globalThis.Request).toBe(Request)
    expect(globalThis.Response).toBe(Response)
  })
})

describe('close', () => {
  test('close may be called several times, also at the same time', async () => {
    const { url, close } = await start()
    await Promise.all([close(), close()])
    await close()
    await expect(health(url)).rejects.toThrow()
  })

  test('`await using` closes a server at the end of its block', async () => {
    let url = ''
    {
      await using server = await start()
      url = server.url
      expect(await health(url)).toBe(200)
    }
    await expect(health(url)).rejects.toThrow()
  })

  test('close leaves a given store open', async () => {
    const store = createMemoryStore()
    const { close } = await start({ store })
    await close()
    expect(await store.count()).toBe(0)
  })

  test('close with grace 0 ends a delayed response, its timer and its connection', async () => {
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

  test('100 servers in sequence leave no handles', async () => {
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
])('the URL of a server on %o has the host %s', async (hosts, name) => {
  const server = await startServer({ store: createMemoryStore(), port: 0, hosts, grace: 0 })
  onTestFinished(server.close)
  expect(server.url).toBe(`http://${name}:${server.port}`)
})
