// Event streams over a socket.
import { describe, expect, onTestFinished, test } from 'vitest'
import { ask } from '../../../core/src/test/contract-service.ts'
import { overSocket } from '../../../core/src/test/send.ts'
import { freshFolder, startDaemon } from './daemon.ts'

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
