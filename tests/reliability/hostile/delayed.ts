// Requests thousands of delayed responses at once, counts them, and abandons them.
import type { Socket } from 'node:net'
import type { RawResponse } from '../lib/response.ts'
import { ask, connectMany, plainRequest } from './connection.ts'

export interface Held {
  /** Each response, with the milliseconds from its request to its arrival. */
  readonly responses: Promise<readonly Timed[]>
  /** Returns how many requests have been answered or cut off so far. */
  readonly over: () => number
  /** Closes all connections. */
  abort(): void
}

interface Timed {
  /** Undefined if the connection ended first. */
  readonly response: RawResponse | undefined
  readonly milliseconds: number
}

/** Sends so many requests to the endpoint at once, each on its own connection. */
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

/** Resolves to the recorded requests once there are so many. Each call gets only the new ones. */
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
