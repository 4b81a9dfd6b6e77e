// Clients that request much data and read none of it.
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { askOnce, connectTo, plainRequest } from '../../hostile/connection.ts'
import { addOfSize, withBody } from '../../hostile/limits.ts'
import { type Attack, manyAtOnce } from '../attack.ts'

const largest = 10 * 1024 * 1024 - 1024
/** More than the cache holds. */
const names = Array.from({ length: 5 }, (_, i) => `large-${i}`)

async function addLarge(url: string): Promise<void> {
  for (const name of names) {
    await askOnce(url, withBody('PUT', '/api/endpoint/add', addOfSize(largest, name)))
  }
}

/** Returns an attack by so many clients that request, read nothing, and request again later. */
function leaveUnread(count: number, textOf: (turn: number) => string): Attack['run'] {
  return async (url, signal) => {
    let turn = 0
    const sockets = new Set<Socket>()
    signal.addEventListener('abort', () => {
      for (const socket of sockets) socket.destroy()
    })
    await manyAtOnce(count, signal, async (who) => {
      // Not all at the same moment, nor so many that the machine runs out of memory for its
      // sockets, because that would test the operating system.
      await sleep(who * 5)
      const socket = await connectTo(url)
      sockets.add(socket)
      socket.write(textOf(turn++), 'latin1')
      for (let i = 0; i < 20 && !signal.aborted; i++) await sleep(50)
      sockets.delete(socket)
      socket.destroy()
    })
  }
}

export const attacks: readonly Attack[] = [
  {
    name: '40 clients that read nothing of large endpoints',
    prepare: addLarge,
    run: leaveUnread(40, (turn) => plainRequest('GET', `/endpoint/${names[turn % names.length]}`)),
  },
  {
    name: '40 clients that read nothing of lists of large endpoints',
    prepare: addLarge,
    run: leaveUnread(40, () => plainRequest('GET', '/api/endpoint?limit=1000')),
  },
  {
    name: '40 clients that read nothing of a journal of control characters',
    async prepare(url) {
      const post = withBody('POST', '/endpoint/witness', '\u0001'.repeat(64 * 1024))
      for (let kept = 0; kept < 16 * 1024 * 1024; kept += 64 * 1024) await askOnce(url, post)
    },
    run: leaveUnread(40, () => plainRequest('GET', '/api/request?limit=1000')),
  },
  {
    name: '20 clients that add 10 MiB and read nothing of the response',
    run: leaveUnread(20, (turn) =>
      withBody('PUT', '/api/endpoint/add', addOfSize(largest, names[turn % names.length])),
    ),
  },
]
