// A proxy to Redis that can hold back data, like a network that fails and recovers.
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export interface HeldProxy {
  readonly url: string
  /** The number of chunks that were sent to Redis. */
  readonly sent: number
  /** From now on, passes on nothing from the open connections, not even their end. */
  hold(): void
  /** Does the same, also for connections that are opened before `letIn`. */
  holdAll(): void
  letIn(): void
  /** From now on, data from Redis arrives `milliseconds` later. */
  beLate(milliseconds: number): void
  /** Sends the held data to Redis. */
  release(): void
  close(): void
}

export async function startProxy(port: number): Promise<HeldProxy> {
  let sent = 0
  let holdsNew = false
  let late = 0
  const open = new Set<{ isHeld: boolean; parts: Buffer[]; to: Socket }>()
  const server = createServer({ allowHalfOpen: true }, (from) => {
    const to = connect(port, '127.0.0.1')
    const pair = { isHeld: holdsNew, parts: [] as Buffer[], to }
    open.add(pair)
    from.on('data', (part) => {
      if (pair.isHeld) pair.parts.push(part)
      else {
        sent += 1
        to.write(part)
      }
    })
    to.on('data', (part) => {
      if (pair.isHeld) return
      if (late === 0) from.write(part)
      else setTimeout(() => from.write(part), late)
    })
    from.on('end', () => void (pair.isHeld || to.end()))
    for (const socket of [from, to]) socket.on('error', () => {})
    to.on('close', () => from.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const own = typeof address === 'object' && address !== null ? address.port : 0
  const hold = (): void => {
    for (const pair of open) pair.isHeld = true
  }
  return {
    url: `redis://127.0.0.1:${own}`,
    get sent() {
      return sent
    },
    hold,
    holdAll() {
      hold()
      holdsNew = true
    },
    letIn() {
      holdsNew = false
    },
    beLate(milliseconds) {
      late = milliseconds
    },
    release() {
      for (const { to, parts } of open) for (const part of parts) to.write(part)
    },
    close() {
      server.close()
      for (const { to } of open) to.destroy()
    },
  }
}
