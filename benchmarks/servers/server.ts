// A server in its own process: spawns it, waits for its first correct response, and stops it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { pinned } from '../harness/machine.ts'
import { ask } from '../load/ask.ts'

export interface Program {
  /** Gets the port, because few programs can report which one they took. */
  readonly command: (port: number) => readonly string[]
  /** The program is ready when this path responds with status 200 and `expected`. */
  readonly path: string
  readonly expected: RegExp
  readonly cwd?: string
  readonly on?: 'servers' | 'all'
}

export interface Server {
  readonly url: string
  readonly pid: number
  /** Milliseconds from spawning it to its first correct response. */
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
    // Until it has started, it may close the connection or send another response.
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
 * Resolves to a free port. The next one is most likely free too. It is below the ports that the
 * system gives to connections, because a connection that checks for the start might take it.
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
