// Event streams over a socket: many, and one that nobody reads.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request as httpRequest } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { ask } from '../../../core/src/test/contract-service.ts'
import { overSocket } from '../../../core/src/test/send.ts'
import { freshFolder, startDaemon } from './daemon.ts'
import { connectTo } from './raw-exchange.ts'

const headers = { accept: 'text/event-stream' }

async function start(): Promise<string> {
  const folder = await freshFolder()
  const daemon = await startDaemon({ args: ['--memory'], cwd: folder.path })
  onTestFinished(async () => {
    await daemon.stop()
    await folder.remove()
  })
  return daemon.url
}

/** Reads until the text holds this. */
async function readUntil(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  wanted: string,
): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  while (!text.includes(wanted)) {
    const { done, value } = await reader.read()
    if (done) break
    text += decoder.decode(value, { stream: true })
  }
  return text
}

/** How many streams the service lets in: opened until one is refused. */
async function countFree(url: string): Promise<number> {
  const open: Response[] = []
  for (;;) {
    const response = await fetch(`${url}/api/request`, { headers })
    if (response.status === 503) {
      await response.text()
      break
    }
    open.push(response)
  }
  await Promise.all(open.map(({ body }) => body?.cancel()))
  return open.length
}

describe('over a socket, event streams', () => {
  test('come as things happen, and go on behind Last-Event-ID', async () => {
    const url = await start()
    const send = overSocket(url)
    const first = await fetch(`${url}/api/request`, { headers })
    const reader = (first.body as ReadableStream<Uint8Array>).getReader()
    await ask(send, '/endpoint/a')
    const text = await readUntil(reader, '"outcome":"unmatched"')
    const id = [...text.matchAll(/^id: (.*)$/gm)].at(-1)?.[1] ?? ''
    await reader.cancel()
    await ask(send, '/endpoint/b')
    const again = { ...headers, 'last-event-id': id }
    const second = await fetch(`${url}/api/request?after=nonsense`, { headers: again })
    const other = (second.body as ReadableStream<Uint8Array>).getReader()
    const rest = await readUntil(other, '"outcome":"unmatched"')
    expect(rest).toContain('"path":"/endpoint/b"')
    expect(rest).not.toContain('"path":"/endpoint/a"')
    await other.cancel()
  })

  test('make room when their clients leave', async () => {
    const url = await start()
    expect(await countFree(url)).toBe(16)
    let free = 0
    for (let tries = 0; tries < 1_000 && free < 16; tries++) free = await countFree(url)
    expect(free).toBe(16)
  })

  test('are none for a HEAD', async () => {
    const url = await start()
    for (let i = 0; i < 20; i++) {
      const response = await ask(overSocket(url), '/api/request', { method: 'HEAD', headers })
      expect(response.status).toBe(200)
    }
    expect(await countFree(url)).toBe(16)
  })
})

const serverFolder = fileURLToPath(new URL('../..', import.meta.url))

/** The built server, in a process that says what memory it takes when it is asked. */
const measured = `
  import { startServer } from '@mock-endpoint/server'
  import { createMemoryStore } from '@mock-endpoint/core/memory'
  import { setImmediate } from 'node:timers/promises'
  const { url } = await startServer({
    port: 0, store: createMemoryStore(), hosts: ['127.0.0.1'], overrideGlobalObjects: true, grace: 0,
  })
  process.on('message', async () => {
    for (let i = 0; i < 5; i++) {
      gc()
      await setImmediate()
    }
    const { heapUsed, external } = process.memoryUsage()
    process.send(heapUsed + external)
  })
  process.send(url)
`

async function answerOf(child: ChildProcess): Promise<unknown> {
  const [message] = await once(child, 'message')
  return message
}

/** Posts 1 kB, so many times. */
async function post(url: string, times: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  const body = 'x'.repeat(1_000)
  let left = times
  const work = async (): Promise<void> => {
    while (left-- > 0) {
      await new Promise<void>((resolve, reject) => {
        const outgoing = httpRequest(`${url}/endpoint/none`, { method: 'POST', agent })
        outgoing.on('error', reject)
        outgoing.on('response', (incoming) => incoming.resume().on('end', resolve))
        outgoing.end(body)
      })
    }
  }
  await Promise.all(Array.from({ length: 8 }, work))
  agent.destroy()
  await setImmediate()
}

test('a stream that nobody reads costs less than 2 MB while 20,000 requests come', {
  timeout: 120_000,
}, async () => {
  const flags = ['--expose-gc', '--input-type=module', '--eval', measured]
  const stdio = ['ignore', 'ignore', 'inherit', 'ipc'] as const
  const child = spawn(process.execPath, flags, { cwd: serverFolder, stdio: [...stdio] })
  onTestFinished(async () => {
    const exited = once(child, 'exit')
    child.kill()
    await exited
  })
  const url = String(await answerOf(child))
  const measure = async (): Promise<number> => {
    child.send('measure')
    return Number(await answerOf(child))
  }
  await post(url, 10_000)
  const before = await measure()
  const socket = await connectTo(url)
  socket.pause()
  socket.write('GET /api/request HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n')
  await post(url, 20_000)
  const after = await measure()
  expect(socket.destroyed).toBe(false)
  expect(after - before).toBeLessThan(2_000_000)
  // It was a stream: what it had to say is there to be read.
  const [chunk] = (await Promise.all([once(socket, 'data'), socket.resume()]))[0]
  expect(String(chunk)).toContain('text/event-stream')
})
