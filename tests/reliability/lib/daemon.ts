// Starts the built daemon as its own process, which can be killed, run under another program, or
// have known defects.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { programOf, runtimeUnderTest } from '../../../packages/server/src/test/program.ts'
import { type Defect, withDefects } from './defect.ts'

/** Milliseconds that it may take until it listens. */
const patience = 60_000

export interface DaemonOptions {
  /** The working folder, which contains `.mock-endpoint`. `freshFolder` makes one. */
  readonly cwd: string
  /** Flags in addition to `--json` and `--port 0`. */
  readonly args?: readonly string[]
  /** The command under which it runs, such as `['strace', '-f', '-o', file]`. */
  readonly under?: readonly string[]
  /** Bugs that it gets on purpose. */
  readonly defects?: readonly Defect[]
  /** Kills it so many milliseconds after its start, unless it is listening by then. */
  readonly killAfter?: number
  /** Flags of Node, such as `--expose-gc`. Other runtimes get none. */
  readonly node?: readonly string[]
}

export interface Daemon {
  readonly url: string
  /** The process that was started, which is the command under which it runs, if any. */
  readonly process: ChildProcess
  /** The process id of the daemon itself. */
  readonly pid: number
  /** Returns what it has printed to standard error. */
  readonly stderr: () => string
  /** Resolves when it has ended, for any reason. */
  readonly ended: Promise<Ended>
  /** Sends the daemon a signal, and resolves when it has ended. Default: SIGTERM. */
  stop(signal?: NodeJS.Signals): Promise<Ended>
}

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** Means that the daemon ended before it was listening. */
export class StartError extends Error {
  override readonly name = 'StartError'
  readonly code: number | null
  readonly stderr: string

  constructor({ code, signal }: Ended, stderr: string) {
    super(`The daemon ended with ${code ?? signal}: ${stderr}`)
    this.code = code
    this.stderr = stderr
  }
}

/** Resolves when the daemon is listening, and rejects with a `StartError` if it ends before. */
export async function startDaemon(options: DaemonOptions): Promise<Daemon> {
  const { child, ended, stderr } = run(['--json', '--port', '0', ...(options.args ?? [])], options)
  const timer = setTimeout(() => child.kill('SIGKILL'), options.killAfter ?? patience)
  const [url, pid] = await new Promise<[string, number]>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      if (!line.includes('"listening"')) return
      const event = JSON.parse(line) as { event: string; url: string; pid: number }
      if (event.event === 'listening') resolve([event.url, event.pid])
    })
    ended.then((how) => reject(new StartError(how, stderr())), reject)
  }).finally(() => clearTimeout(timer))
  return {
    url,
    process: child,
    pid,
    stderr,
    ended,
    async stop(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) process.kill(pid, signal)
      return await ended
    },
  }
}

function run(args: readonly string[], { cwd, under = [], defects = [], node = [] }: DaemonOptions) {
  const isNode = runtimeUnderTest[0] === process.execPath
  const runtime = [...runtimeUnderTest, ...withDefects(defects), ...(isNode ? node : [])]
  const [command, rest] = programOf(args, [...under, ...runtime])
  const child = spawn(command, rest, {
    cwd,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'] },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const ended = once(child, 'close').then(
    ([code, signal]): Ended => ({ code: code as number | null, signal: signal as Ended['signal'] }),
  )
  return { child, ended, stderr: () => stderr }
}

/** Creates a temporary folder. Resolves to its path, and to the function that removes it. */
export async function freshFolder(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'mock-endpoint-'))
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}
