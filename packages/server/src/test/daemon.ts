// The built daemon as its own process, for tests.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { programOf } from './program.ts'

/** Variables of this process that must not reach the daemon. */
const inherited = { PATH: process.env['PATH'], HOME: process.env['HOME'] }

export interface DaemonOptions {
  /** Flags in addition to `--json` and, unless one is given, `--port 0`. */
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** The working folder, where `.env` and `.mock-endpoint` are. */
  readonly cwd: string
  /** The program that runs it, and its flags. Default: the runtime under test. */
  readonly runtime?: readonly string[] | undefined
}

export interface Daemon {
  readonly url: string
  readonly process: ChildProcess
  /** The JSON lines on stdout so far. `stderr` returns the errors on stderr so far. */
  readonly events: readonly Record<string, unknown>[]
  readonly stderr: () => string
  /** Sends the signal, SIGTERM unless another is given, and resolves to the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

/** Starts the built daemon. Resolves when it listens, and rejects if it ends before that. */
export async function startDaemon({
  args = [],
  env = {},
  cwd,
  runtime,
}: DaemonOptions): Promise<Daemon> {
  const port = args.includes('--port') ? [] : ['--port', '0']
  const child = spawn(...programOf(['--json', ...port, ...args], runtime), {
    cwd,
    env: { ...inherited, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = once(child, 'exit')
  const events: Record<string, unknown>[] = []
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const url = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      const event = JSON.parse(line) as Record<string, unknown>
      events.push(event)
      if (event['event'] === 'listening') resolve(String(event['url']))
    })
    exited.then(([code]) => reject(new Error(`The daemon ended with ${code}: ${stderr}`)), reject)
  })
  return {
    url,
    process: child,
    events,
    stderr: () => stderr,
    async stop(signal = 'SIGTERM') {
      child.kill(signal)
      const [code] = await exited
      return code as number | null
    },
  }
}

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface RunOptions extends Pick<DaemonOptions, 'env' | 'cwd' | 'runtime'> {
  /** The text for standard input. Default: none. */
  readonly input?: string | Uint8Array
}

/** Runs the built program to its end, for calls that should end by themselves. Killed after 45 s. */
export async function runDaemon(
  args: readonly string[],
  { env = {}, cwd, input = '', runtime }: RunOptions,
): Promise<Ended> {
  const child = spawn(...programOf(args, runtime), {
    cwd,
    env: { ...inherited, ...env },
    timeout: 45_000,
    killSignal: 'SIGKILL',
  })
  // The program may end without reading its input.
  child.stdin.on('error', () => {}).end(input)
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const [code] = await once(child, 'close')
  return { code: code as number | null, stdout, stderr }
}

/** A fresh folder, and the function that removes it. */
export async function freshFolder(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'mock-endpoint-'))
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}

/** Starts the daemon with `--memory` in a fresh folder. `stop` also removes the folder. */
export async function startDaemonInMemory(
  args: readonly string[] = [],
): Promise<{ url: string; stop: () => Promise<void> }> {
  const { path, remove } = await freshFolder()
  const { url, stop } = await startDaemon({ args: ['--memory', ...args], cwd: path })
  return {
    url,
    async stop() {
      await stop()
      await remove()
    },
  }
}

/** Removes all data of a daemon over HTTP, because a command takes half a second. */
export async function empty(url: string): Promise<void> {
  const { status } = await fetch(`${url}/api/reset`, { method: 'POST', body: '{"endpoints":true}' })
  if (status !== 200) throw new Error(`The reset is answered with ${status}.`)
}

/** A port that nothing listens on now. */
export async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' ? String(address?.port) : ''
}
