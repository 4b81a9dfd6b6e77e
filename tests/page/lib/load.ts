// A steady load on the endpoints of a daemon, for a while.
import { Agent, get } from 'node:http'
import { setInterval as every } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import type { Daemon } from './daemon.ts'

export interface Load {
  readonly asked: number
  readonly answered: number
  /** Resolves when so much of it is over, from 0 to 1. */
  until(part: number): Promise<void>
}

interface LoadOptions {
  readonly perSecond: number
  readonly seconds: number
  /** The path of the request with that number. */
  readonly path: (i: number) => string
}

const step = 50

/** Begins it. It ends with the test at the latest. */
export function startLoad({ url }: Daemon, { perSecond, seconds, path }: LoadOptions): Load {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 })
  const start = performance.now()
  let asked = 0
  let answered = 0
  let isOver = false
  onTestFinished(() => {
    isOver = true
    agent.destroy()
  })
  const elapsed = (): number => (performance.now() - start) / 1000

  async function run(): Promise<void> {
    for await (const _ of every(step)) {
      if (isOver || elapsed() > seconds) return
      // What the machine was too busy for is made up.
      while (asked < elapsed() * perSecond) ask(path(asked++))
    }
  }

  function ask(path: string): void {
    get(url + path, { agent }, (response) => {
      response.resume().on('end', () => {
        answered += 1
      })
    }).on('error', () => {})
  }

  const running = run()
  return {
    get asked() {
      return asked
    },
    get answered() {
      return answered
    },
    async until(part) {
      if (part >= 1) return running
      for await (const _ of every(step)) if (elapsed() >= part * seconds) return
    },
  }
}
