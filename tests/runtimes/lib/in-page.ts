// Sends requests to a service in a page of Chromium.
import type { Page } from 'playwright-core'
import type { Send } from '../../../packages/core/src/test/send.ts'

/** A request for a page to send. The body is in base64. */
export interface PageRequest {
  readonly id: number
  readonly method: string
  readonly path: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string | undefined
}

/** The response. Without a body, the body of an event stream follows in chunks. */
export interface PageResponse {
  readonly status: number
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string | undefined
}

type Ask = (request: PageRequest) => Promise<PageResponse>

/** Returns a function that sends requests through this page, whose host answers its driver. */
export async function throughPage(page: Page): Promise<Send> {
  let last = 0
  const streams = new Map<number, ReadableStreamDefaultController<Uint8Array>>()
  await page.exposeFunction('tellChunk', (id: number, chunk: string | undefined) => {
    const stream = streams.get(id)
    if (typeof chunk === 'string') stream?.enqueue(Buffer.from(chunk, 'base64'))
    else if (streams.delete(id)) stream?.close()
  })
  await page.waitForFunction(() => 'ask' in globalThis)

  const leave = (id: number): Promise<void> =>
    page.evaluate((id) => (globalThis as unknown as { leave(id: number): void }).leave(id), id)

  function streamOf(id: number): ReadableStream<Uint8Array> {
    return new ReadableStream({
      start: (controller) => void streams.set(id, controller),
      cancel() {
        streams.delete(id)
        return leave(id)
      },
    })
  }

  return async (request) => {
    const id = ++last
    const { pathname, search } = new URL(request.url)
    const sent = request.body === null ? undefined : Buffer.from(await request.arrayBuffer())
    const { signal } = request
    const abort = (): void => void leave(id)
    signal.addEventListener('abort', abort, { once: true })
    // The page may send a chunk before the response.
    const stream = streamOf(id)
    const { status, headers, body } = await page.evaluate(
      (one: PageRequest) => (globalThis as unknown as { ask: Ask }).ask(one),
      {
        id,
        method: request.method,
        path: pathname + search,
        headers: [...request.headers],
        body: sent?.toString('base64'),
      },
    )
    if (body !== undefined) streams.delete(id)
    signal.removeEventListener('abort', abort)
    const bytes = body === undefined ? stream : Buffer.from(body, 'base64')
    const isEmpty = bytes instanceof Buffer && bytes.byteLength === 0
    const init = {
      status,
      headers: headers.map(([name, value]): [string, string] => [name, value]),
    }
    return new Response(isEmpty ? null : bytes, init)
  }
}
