// A server as a process of its own: from spawning it, over its first right response, until it ends.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { pinned } from '../harness/machine.ts'
import { ask } from '../load/ask.ts'

export interface Program {
  /** It is told its port, as few can be asked which one they took. */
  readonly command: (port: number) => readonly string[]
  /** It is ready when this path is answered so. */
  readonly path: string
  readonly expected: RegExp
  readonly cwd?: string
  readonly on?: 'servers' | 'all'
}

export interface Server {
  readonly url: string
  readonly pid: number
  /** Milliseconds from spawning it to its first right response. */
  readonly ready: number
  stop(): Promise<void>
}

const patience = 30_000

export async function startServer(program: Program): Promise<Server> {
  const { path, expected, cwd, on = 'servers' } = program
  const port = await freePort()
  const [file = '', ...args] = pinned(program.command(port), on)
  const start = performance.now()
  const child = spawn(file, args, { stdio: ['ignore', 'ignore', 'inherit'], cwd })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const ended = once(child, 'exit').finally(() => process.off('exit', kill))
  const stop = async () => {
    const timer = setTimeout(kill, 10_000)
    child.kill()
    await ended
    clearTimeout(timer)
  }
  const url = `http://127.0.0.1:${port}`
  for (;;) {
    // It may hang up or answer something else until it has started.
    const response = await ask(`${url}${path}`).catch((error: Error) => ({
      status: 0,
      text: error.message,
    }))
    if (response.status === 200 && expected.test(response.text)) break
    if (child.exitCode !== null) throw new Error(`${args.join(' ')} ended.`)
    if (performance.now() - start > patience) {
      await stop()
      throw new Error(`${args.join(' ')} gave no right response: ${response.text}`)
    }
    await sleep(1)
  }
  return { url, pid: child.pid as number, ready: performance.now() - start, stop }
}

/**
 * One that is free, and most likely the next one as well. It is below those that the system gives to
 * connections: one that asks whether the server has started might take it.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 10_000 + Math.floor(20_000 * Math.random())
    const server = createServer()
    const isFree = await once(server.listen(port, '127.0.0.1'), 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    await once(server.close(), 'close')
    return port
  }
}
