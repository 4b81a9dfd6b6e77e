// A server whose responses a test gives by hand, and a client that sees how a connection ends.
import { once } from 'node:events'
import type { App, PlainRequest, Responder } from '@mock-endpoint/core'
import { createMock } from '@mock-endpoint/core/mock'
import { onTestFinished } from 'vitest'
import { type ServeOptions, serve } from '../http/serve.ts'
import { connectTo } from './raw-exchange.ts'

/** The text received on a connection, in Latin-1, and how the connection ended. */
export interface Seen {
  readonly text: string
  readonly end: 'FIN' | 'RST'
}

interface Asked {
  readonly responder: Responder
  /** Resolves when the server has noticed that the client disconnected. */
  readonly left: Promise<void>
}

export interface ByHand {
  readonly url: string
  /** The number of requests so far. */
  count(): number
  /** Resolves to the next request that was not returned yet. */
  next(): Promise<Asked>
  close(): Promise<void>
}

type Act = (responder: Responder, request: PlainRequest) => void

/** Serves an app that runs `act` for each request. */
export function serveBy(act: Act): Promise<ByHand> {
  return serveByHand({}, act)
}

/** Serves an app that runs `act` for each request, and leaves the rest to the test. */
export async function serveByHand(
  options: Partial<ServeOptions> = {},
  act: Act = () => {},
): Promise<ByHand> {
  const { app } = await createMock()
  const asked: Asked[] = []
  const takers: ((asked: Asked) => void)[] = []
  let count = 0
  const answer: App['answer'] = (request, responder) => {
    count += 1
    let leave = (): void => {}
    const left = new Promise<void>((resolve) => {
      leave = resolve
    })
    act(responder, request)
    const taker = takers.shift()
    if (taker) taker({ responder, left })
    else asked.push({ responder, left })
    return leave
  }
  const { url, close } = await serve({
    app: Object.assign(Object.create(app) as App, { answer }),
    port: 0,
    hosts: ['127.0.0.1'],
    keepAliveTimeout: 5000,
    grace: 0,
    onStopped() {},
    ...options,
  })
  onTestFinished(close)
  return {
    url,
    close,
    count: () => count,
    async next() {
      return asked.shift() ?? new Promise((resolve) => takers.push(resolve))
    },
  }
}

/** Writes the text, and resolves when the server has ended the connection. */
export async function converse(url: string, text: string): Promise<Seen> {
  const socket = await connectTo(url)
  const chunks: Buffer[] = []
  let end: Seen['end'] | undefined
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.once('end', () => (end ??= 'FIN'))
  socket.once('error', ({ code }: NodeJS.ErrnoException) => {
    if (code === 'ECONNRESET') end ??= 'RST'
  })
  socket.write(text, 'latin1')
  await once(socket, 'close').catch(() => {})
  if (!end) throw new Error('The connection ended in another way.')
  return { text: Buffer.concat(chunks).toString('latin1'), end }
}

/** A request that keeps its connection open for others. */
export function ask(path = '/', method = 'GET'): string {
  return `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`
}
