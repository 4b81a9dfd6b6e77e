// Thousands of responses that are being delayed at once: asked for, counted, abandoned.
import type { Socket } from 'node:net'
import type { RawResponse } from '../lib/response.ts'
import { ask, connectMany, plainRequest } from './connection.ts'

export interface Held {
  /** Each response, and how many milliseconds after its request it was there. */
  readonly responses: Promise<readonly Timed[]>
  /** How many have been answered, or cut off, until now. */
  readonly over: () => number
  /** Hangs up on all of them. */
  abort(): void
}

interface Timed {
  /** Undefined when the connection ended before. */
  readonly response: RawResponse | undefined
  readonly milliseconds: number
}

/** Asks the endpoint so often at once, on a connection each. */
export async function hold(url: string, name: string, count: number): Promise<Held> {
  let over = 0
  const request = plainRequest('GET', `/endpoint/${name}`)
  const timed = async (socket: Socket): Promise<Timed> => {
    const start = performance.now()
    const answer = await ask(socket, request).catch(() => undefined)
    over += 1
    return { response: answer, milliseconds: performance.now() - start }
  }
  const asking: Promise<Timed>[] = []
  const sockets = await connectMany(url, count, (socket) => asking.push(timed(socket)))
  return {
    responses: Promise.all(asking),
    over: () => over,
    abort() {
      for (const socket of sockets) socket.destroy()
    },
  }
}

export interface Recorded {
  readonly statusCode: number | null
  readonly durationMs: number | null
}

interface Page {
  readonly requests: readonly Recorded[]
  readonly next: string
}

/** Resolves when the journal holds so many, to how they stand. It is asked for news alone. */
export async function untilArrived(url: string, count: number): Promise<readonly Recorded[]> {
  const recorded: Recorded[] = []
  let after = ''
  while (recorded.length < count) {
    const query = `after=${encodeURIComponent(after)}&limit=1000&wait=60000`
    const response = await fetch(`${url}/api/request?${query}`)
    const { requests, next } = (await response.json()) as Page
    if (requests.length === 0) throw new Error(`Only ${recorded.length} of ${count} arrived.`)
    recorded.push(...requests)
    after = next
  }
  return recorded
}
