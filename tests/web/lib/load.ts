// Sends requests to a daemon at a steady rate.
import { Agent, get } from 'node:http'
import { setInterval as every } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import type { Daemon } from './daemon.ts'

export interface Load {
  readonly asked: number
  readonly answered: number
  /** The lowest number of a request that is not answered yet. */
  readonly firstOpen: number
  /** Seconds since the start. */
  readonly elapsed: number
  /** Resolves so many seconds after the start. */
  until(seconds: number): Promise<void>
  /** Stops sending requests. */
  end(): void
}

interface LoadOptions {
  readonly perSecond: number
  /** Returns the path of the request with this number. */
  readonly path: (i: number) => string
}

const step = 50

/** Starts the load. It stops when the test ends, at the latest. */
export function startLoad({ url }: Daemon, { perSecond, path }: LoadOptions): Load {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 })
  const start = performance.now()
  let asked = 0
  const open = new Set<number>()
  const elapsed = (): number => (performance.now() - start) / 1000
  const timer = setInterval(() => {
    // Catches up on requests that a busy machine delayed.
    while (asked < elapsed() * perSecond) ask(asked++)
  }, step)
  onTestFinished(() => {
    clearInterval(timer)
    agent.destroy()
  })

  function ask(i: number): void {
    open.add(i)
    get(url + path(i), { agent }, (response) => {
      response.resume().on('end', () => open.delete(i))
    }).on('error', () => {})
  }

  return {
    get asked() {
      return asked
    },
    get answered() {
      return asked - open.size
    },
    get firstOpen() {
      return Math.min(asked, ...open)
    },
    get elapsed() {
      return elapsed()
    },
    async until(seconds) {
      for await (const _ of every(step)) if (elapsed() >= seconds) return
    },
    end: () => clearInterval(timer),
  }
}
