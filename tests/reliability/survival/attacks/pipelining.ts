// Thousands of requests on one connection, sent without waiting for their responses.
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { askOnce, connectTo, plainRequest } from '../../hostile/connection.ts'
import { withBody } from '../../hostile/limits.ts'
import { type Attack, manyAtOnce } from '../attack.ts'

const delayed = plainRequest('GET', '/endpoint/late').repeat(20_000)
const waiting = plainRequest('GET', '/api/request?wait=600000&endpoint=none').repeat(20_000)

/** Adds a late endpoint for the attack, and one for the good client, which is also delayed. */
async function addDelayed(url: string): Promise<void> {
  for (const [name, delay] of Object.entries({ late: 600_000, soon: 1 })) {
    const body = `{"name":"${name}","data":1,"delay":${delay}}`
    await askOnce(url, withBody('PUT', '/api/endpoint/add', body))
  }
}

/** Sends the requests on a new connection five times a second, and closes each after a second. */
async function pipeline(url: string, signal: AbortSignal, requests: string): Promise<void> {
  const started = new Set<number>()
  await manyAtOnce(5, signal, async (who) => {
    if (!started.has(who)) await sleep(200 * started.add(who).size)
    const socket = await connectTo(url)
    socket.resume()
    socket.write(requests)
    await sleep(1_000)
    socket.destroy()
  })
}

const garbage = Buffer.alloc(64 * 1024)

/** Sends endless bytes that are not requests, after a request whose response is late. */
async function sendGarbage(url: string, signal: AbortSignal): Promise<void> {
  await manyAtOnce(5, signal, async () => {
    const socket = await connectTo(url)
    socket.resume()
    socket.write(plainRequest('GET', '/endpoint/late'))
    const closed = once(socket, 'close').catch(() => {})
    while (!signal.aborted && !socket.destroyed) {
      if (!socket.write(garbage)) await Promise.race([once(socket, 'drain'), closed])
    }
    socket.destroy()
  })
}

export const attacks: readonly Attack[] = [
  {
    name: '20,000 delayed requests on each connection',
    args: ['--memory'],
    reads: '/endpoint/soon',
    prepare: addDelayed,
    run: (url, signal) => pipeline(url, signal, delayed),
  },
  {
    name: 'garbage without end behind a delayed answer',
    args: ['--memory'],
    reads: '/endpoint/soon',
    prepare: addDelayed,
    run: sendGarbage,
  },
  {
    name: '20,000 waits on each connection',
    args: ['--memory'],
    run: (url, signal) => pipeline(url, signal, waiting),
  },
]
