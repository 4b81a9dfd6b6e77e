// Waits and event streams that are opened and dropped, end together, or are never read.
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { ask, askOnce, connectMany, connectTo, plainRequest } from '../../hostile/connection.ts'
import { withBody } from '../../hostile/limits.ts'
import { type Attack, manyAtOnce } from '../attack.ts'

/** Maximum number of waits at once. */
const most = 1_000
const streams = 16

const witness = plainRequest('GET', '/endpoint/witness')
const stream = plainRequest('GET', '/api/request', 'Accept: text/event-stream\r\n')

function wait(query: string): string {
  return plainRequest('GET', `/api/request?wait=600000&${query}`)
}

/** Sends requests to the witness without a pause, on so many connections. */
async function keepAsking(url: string, signal: AbortSignal, connections: number): Promise<void> {
  const sockets = await connectMany(url, connections)
  await manyAtOnce(connections, signal, async (who) => {
    const socket = sockets[who]
    if (socket) await ask(socket, witness)
  })
}

export const attacks: readonly Attack[] = [
  {
    name: 'a thousand waits that are opened and dropped',
    args: ['--memory'],
    async run(url, signal) {
      while (!signal.aborted) {
        const sockets = await connectMany(url, most, (socket) => {
          socket.write(wait('endpoint=witness&after=none&count=1000'))
        })
        await sleep(200)
        for (const socket of sockets) socket.destroy()
      }
    },
  },
  {
    name: 'a thousand waits that count to a thousand',
    args: ['--memory'],
    async run(url, signal) {
      const waiting = manyAtOnce(most, signal, async (who) => {
        await askOnce(url, wait(`endpoint=witness&count=1000&limit=${1 + (who % 100)}`))
        await askOnce(url, plainRequest('DELETE', '/api/request'))
      })
      await Promise.race([waiting, keepAsking(url, signal, 8)])
    },
  },
  {
    name: 'three thousand that wait for the next request, over and over',
    args: ['--memory'],
    async run(url, signal) {
      const keepWaiting = async (socket: Socket): Promise<void> => {
        while (!signal.aborted) {
          const { status } = await ask(socket, wait('endpoint=witness&limit=1&after=none'))
          // Its `Retry-After` is one or two seconds.
          if (status === 503) await sleep(1_000 * (1 + Math.random()))
        }
      }
      const waiting: Promise<void>[] = []
      // Each sends a request at once, because the daemon closes connections that send nothing.
      const sockets = await connectMany(url, 3 * most, (socket) => {
        // A closed connection stops waiting, and the others continue.
        waiting.push(keepWaiting(socket).catch(() => {}))
      })
      await Promise.race([Promise.all(waiting), keepAsking(url, signal, 2)])
      for (const socket of sockets) socket.destroy()
    },
  },
  {
    name: 'event streams that do not read, and some that do',
    args: ['--memory'],
    async prepare(url) {
      const body = withBody('POST', '/endpoint/witness', 'b'.repeat(60_000))
      for (let i = 0; i < 200; i++) await askOnce(url, body)
    },
    async run(url, signal) {
      const opening = manyAtOnce(streams, signal, async (who) => {
        const socket = await connectTo(url)
        if (who % 2 === 0) socket.resume()
        socket.write(stream)
        await sleep(500)
        socket.destroy()
      })
      await Promise.race([opening, keepAsking(url, signal, 8)])
    },
  },
]
