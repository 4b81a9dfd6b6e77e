// A page that sends the requests of its driver, and returns the responses.
import type { PageRequest, PageResponse } from '../lib/in-page.ts'

interface Driven {
  ask?: (request: PageRequest) => Promise<PageResponse>
  leave?: (id: number) => void
  /** A function of the driver. `undefined` ends the stream. */
  readonly tellChunk: (id: number, chunk: string | undefined) => Promise<void>
}
const driven = globalThis as unknown as Driven

/** Answers the driver's requests by `send` from now on. */
export function answerDriver(send: (request: Request) => Promise<Response>): void {
  const clients = new Map<number, AbortController>()
  driven.leave = (id) => clients.get(id)?.abort()
  driven.ask = async ({ id, method, path, headers, body }) => {
    const client = new AbortController()
    clients.set(id, client)
    const init = {
      method,
      headers: headers.map(([name, value]): [string, string] => [name, value]),
    }
    const request = new Request(new URL(path, location.origin), {
      ...init,
      ...(body !== undefined && { body: fromBase64(body) }),
      signal: client.signal,
    })
    const response = await send(request)
    const head = { status: response.status, headers: [...response.headers] }
    if (response.headers.get('content-type') === 'text/event-stream' && response.body) {
      void pass(id, response.body)
      return { ...head, body: undefined }
    }
    clients.delete(id)
    return { ...head, body: toBase64(new Uint8Array(await response.arrayBuffer())) }
  }
}

async function pass(id: number, stream: ReadableStream<Uint8Array>): Promise<void> {
  const reader = stream.getReader()
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      await driven.tellChunk(id, toBase64(read.value))
    }
  } catch {
    // The driver has aborted the request.
  }
  await driven.tellChunk(id, undefined)
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}

function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (let i = 0; i < bytes.length; i += 30_000) {
    text += String.fromCharCode(...bytes.subarray(i, i + 30_000))
  }
  return btoa(text)
}
