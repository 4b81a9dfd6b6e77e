// 10,000 webhooks of the built daemon to a receiver that fails at random.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { performance } from 'node:perf_hooks'
import { createWire } from '@mock-endpoint/core/client'
import { expect, onTestFinished, test } from 'vitest'
import { createDraws } from '../../../core/src/rules/respond/random.ts'
import { freshFolder, startDaemon } from './daemon.ts'

type Failure = 'status' | 'reset' | 'hang' | 'half'

interface Arrival {
  readonly at: number
  /** `undefined` if the message was accepted. */
  readonly failure: Failure | undefined
}

const backoff = [20, 60]

/** Starts a receiver at `to`. `arrivals` has the attempts at each message. */
async function receiver(seed: number) {
  const { random } = createDraws(seed)
  const arrivals = new Map<string, Arrival[]>()
  const failures: Failure[] = ['status', 'status', 'reset', 'half']
  // Each of these takes the whole timeout.
  let hangs = 5
  function fail(): Failure | undefined {
    const draw = random()
    if (draw > 0.3) return undefined
    if (hangs > 0 && draw < 0.01) {
      hangs -= 1
      return 'hang'
    }
    return failures[Math.floor(random() * failures.length)]
  }
  function receive(body: string, response: ServerResponse): void {
    const failure = fail()
    arrivals.set(body, [...(arrivals.get(body) ?? []), { at: performance.now(), failure }])
    if (failure === 'hang') return
    if (failure === 'reset') response.socket?.resetAndDestroy()
    else if (failure === 'half') {
      response.writeHead(200, { 'content-length': 10 }).write('half')
      response.socket?.end()
    } else response.writeHead(failure ? 500 : 204).end()
  }
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    let body = ''
    for await (const piece of request) body += piece
    receive(body, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const connections = () =>
    new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)))
  const { port } = server.address() as AddressInfo
  return { to: `http://localhost:${port}/hooks`, arrivals, connections }
}

test('10,000 webhooks arrive on schedule and are accepted once, and none arrives after a reset', async () => {
  const { path: cwd, remove } = await freshFolder()
  const daemon = await startDaemon({ args: ['--memory', '--allow-send', 'localhost'], cwd })
  onTestFinished(async () => {
    await daemon.stop('SIGKILL')
    await remove()
  })
  const control = createWire({ url: daemon.url })
  const { to, arrivals, connections } = await receiver(7)
  const sendAll = async (attempts: number): Promise<string[]> => {
    const ids: string[] = []
    for (let i = 0; i < 10; i++) {
      const events = Array.from({ length: 1000 }, (_, j) => i * 1000 + j)
      const sent = { to, events, attempts, backoff, timeout: 10_000, shuffle: i }
      ids.push(String((await control.sendDelivery(JSON.stringify(sent))).id))
    }
    return ids
  }

  for (const id of await sendAll(50)) {
    let delivery = await control.getDelivery({ id, wait: 60_000 })
    while (delivery.state === 'pending') delivery = await control.getDelivery({ id, wait: 60_000 })
    expect(delivery).toMatchObject({ state: 'delivered', delivered: 1000, failed: 0 })
  }
  expect(arrivals.size).toBe(10_000)
  for (const [message, all] of arrivals) {
    // The message is accepted once, and not sent again.
    expect([message, all.filter(({ failure }) => !failure).length]).toEqual([message, 1])
    expect(all.at(-1)?.failure).toBeUndefined()
    for (const [i, { at, failure }] of all.slice(0, -1).entries()) {
      // A hanging attempt may time out before the receiver has seen it.
      const least = failure === 'hang' ? 0 : (backoff[Math.min(i, 1)] ?? 0)
      expect((all[i + 1]?.at ?? 0) - at).toBeGreaterThanOrEqual(least)
    }
  }

  arrivals.clear()
  await sendAll(50)
  await expect.poll(() => arrivals.size, { timeout: 20_000 }).toBeGreaterThan(500)
  await control.reset('')
  // All messages that were sent before the reset have arrived once this one has.
  await fetch(to, { method: 'POST', body: 'mark' }).catch(() => {})
  const count = (): number => [...arrivals.values()].flat().length
  const before = count()
  // The daemon closes idle connections after 4 s, long after the next attempts would have come.
  await expect.poll(connections, { timeout: 30_000 }).toBe(0)
  expect(count()).toBe(before)
  expect(daemon.stderr()).toBe('')
}, 240_000)
