// A steady load on the endpoints of a daemon, until it is ended.
import { Agent, get } from 'node:http'
import { setInterval as every } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import type { Daemon } from './daemon.ts'

export interface Load {
  readonly asked: number
  readonly answered: number
  /** All with a lower number have been answered. */
  readonly firstOpen: number
  /** For how many seconds it has been going. */
  readonly elapsed: number
  /** Resolves when it has been going for so many seconds. */
  until(seconds: number): Promise<void>
  /** No more is asked. */
  end(): void
}

interface LoadOptions {
  readonly perSecond: number
  /** The path of the request with that number. */
  readonly path: (i: number) => string
}

const step = 50

/** Begins it. It ends with the test at the latest. */
export function startLoad({ url }: Daemon, { perSecond, path }: LoadOptions): Load {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 })
  const start = performance.now()
  let asked = 0
  const open = new Set<number>()
  const elapsed = (): number => (performance.now() - start) / 1000
  const timer = setInterval(() => {
    // What the machine was too busy for is made up.
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
