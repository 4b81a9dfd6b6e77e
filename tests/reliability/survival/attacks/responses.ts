// Responses of rules that are costly to send.
import { once } from 'node:events'
import { connectMany, connectTo, plainRequest } from '../../hostile/connection.ts'
import { type Attack, manyAtOnce } from '../attack.ts'

const large = 9_000_000

function withRule(response: object): (url: string) => Promise<void> {
  const body = JSON.stringify({ endpoint: 'ruled', response })
  return async (url) => {
    const added = await fetch(`${url}/api/rule/add`, { method: 'PUT', body })
    if (!added.ok) throw new Error(await added.text())
  }
}

/** Sends so many requests that are held, releases all of them, and repeats this. */
async function holdAndRelease(url: string, signal: AbortSignal, count: number): Promise<void> {
  while (!signal.aborted) {
    const sockets = await connectMany(url, count, (socket) => {
      socket.resume().write(plainRequest('GET', '/endpoint/ruled'))
    })
    for (let released = 0; released < count; ) {
      const response = await fetch(`${url}/api/request/release`, { method: 'POST' })
      released += ((await response.json()) as { released: number }).released
    }
    const isRead = (): boolean => sockets.every((socket) => socket.bytesRead > large)
    while (!signal.aborted && !isRead()) await new Promise((resolve) => setTimeout(resolve, 10))
    for (const socket of sockets) socket.destroy()
  }
}

export const attacks: readonly Attack[] = [
  {
    name: 'responses: a hundred of nine megabytes are held, and released together',
    args: ['--memory'],
    prepare: withRule({ hold: true, body: 'x'.repeat(large) }),
    run: (url, signal) => holdAndRelease(url, signal, 100),
  },
  {
    name: 'responses: ten thousand chunks each, of requests sent without waiting',
    args: ['--memory'],
    prepare: withRule({ chunks: Array(10_000).fill({ body: 'x' }) }),
    run: (url, signal) =>
      manyAtOnce(20, signal, async () => {
        const socket = await connectTo(url)
        const leave = (): void => void socket.destroy()
        signal.addEventListener('abort', leave)
        socket.resume().end(plainRequest('GET', '/endpoint/ruled').repeat(400))
        await once(socket, 'close')
        signal.removeEventListener('abort', leave)
      }),
  },
]
