// The contract of event streams: the events of the journal, and the limit of open streams.
import { describe, expect, test } from 'vitest'
import type { Send } from '../send.ts'
import { ask, type Open } from './contract-service.ts'

const headers = { accept: 'text/event-stream' }
/** The default limit of open streams. */
const limit = 16

/** Reads until the text contains `wanted`, or the stream ends. */
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

async function follow(
  send: Send,
  more: Readonly<Record<string, string>> = {},
  query = '',
): Promise<ReadableStreamDefaultReader<Uint8Array>> {
  const { status, body } = await ask(send, `/api/request${query}`, {
    headers: { ...headers, ...more },
  })
  expect(status).toBe(200)
  return (body as ReadableStream<Uint8Array>).getReader()
}

/** Counts the free places for streams, by opening streams until one is refused. */
async function countFree(send: Send): Promise<number> {
  const open: Response[] = []
  try {
    for (;;) {
      const response = await ask(send, '/api/request', { headers })
      if (response.status === 503) {
        await response.text()
        return open.length
      }
      open.push(response)
    }
  } finally {
    await Promise.all(open.map(({ body }) => body?.cancel()))
  }
}

async function countFreeOnceLeft(send: Send): Promise<number> {
  let free = 0
  for (let tries = 0; tries < 200 && free < limit; tries++) free = await countFree(send)
  return free
}

export function describeStreams(name: string, open: Open): void {
  describe(`${name}: event streams`, () => {
    test('an event stream sends new requests, and continues after Last-Event-ID', async () => {
      const send = await open()
      const first = await follow(send)
      await ask(send, '/endpoint/streamed-a')
      const text = await readUntil(first, '/endpoint/streamed-a","query')
      expect(text).toContain('retry: 1000\n\n')
      await first.cancel()
      const id = [...text.matchAll(/^id: (.*)$/gm)].at(-1)?.[1] ?? ''
      await ask(send, '/endpoint/streamed-b')
      const second = await follow(send, { 'last-event-id': id }, '?after=nonsense')
      const rest = await readUntil(second, '/endpoint/streamed-b')
      expect(rest).toContain('/endpoint/streamed-b')
      await second.cancel()
    })

    test('an event stream sends a delayed request on arrival and when answered', async () => {
      const send = await open()
      await ask(send, '/api/endpoint/add', {
        method: 'PUT',
        body: '{"name":"slow","data":1,"delay":100}',
      })
      const stream = await follow(send, {}, '?endpoint=slow')
      const answer = ask(send, '/endpoint/slow')
      const told = await readUntil(stream, '"outcome":"answered"')
      expect(told.indexOf('"outcome":"pending"')).toBeGreaterThan(-1)
      expect((await answer).status).toBe(200)
      await stream.cancel()
    })

    test('make room when their clients leave', async () => {
      const send = await open()
      expect(await countFreeOnceLeft(send)).toBe(limit)
      expect(await countFreeOnceLeft(send)).toBe(limit)
    })

    test('are none for a HEAD', async () => {
      const send = await open()
      for (let i = 0; i < limit + 4; i++) {
        const response = await ask(send, '/api/request', { method: 'HEAD', headers })
        expect(response.status).toBe(200)
      }
      expect(await countFreeOnceLeft(send)).toBe(limit)
    })
  })
}
