// Starts the built daemon as a separate process.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const bin = fileURLToPath(new URL('../../../packages/server/dist/bin.js', import.meta.url))

export interface DaemonOptions {
  /** The working folder. */
  readonly cwd: string
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Whether its errors are expected, and not printed. Default: false. */
  readonly isQuiet?: boolean
}

export interface Daemon {
  readonly url: string
  readonly process: ChildProcess
  /** Adds an endpoint. `body` is the whole request body. */
  add(body: string): Promise<void>
  /** Adds a rule. `body` is the whole request body. */
  addRule(body: string): Promise<void>
  /** Resolves to the response body of a GET of the path. */
  read(path: string): Promise<string>
  /** Removes all endpoints, rules and requests. */
  reset(): Promise<void>
  stop(): Promise<void>
}

export async function startDaemon({
  cwd,
  args = [],
  env = {},
  isQuiet = false,
}: DaemonOptions): Promise<Daemon> {
  const child = spawn(process.execPath, [bin, '--json', '--port', '0', ...args], {
    cwd,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
    stdio: ['ignore', 'pipe', isQuiet ? 'ignore' : 'inherit'],
  })
  const ended = once(child, 'exit')
  const url = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      if (line.includes('"listening"')) resolve(String(JSON.parse(line).url))
    })
    ended.then(([code]) => reject(new Error(`The daemon ended with ${code}.`)), reject)
  })
  const send = async (method: string, path: string, body: string): Promise<void> => {
    const response = await fetch(url + path, { method, body })
    if (!response.ok) throw new Error(await response.text())
  }
  return {
    url,
    process: child,
    add: (body) => send('PUT', '/api/endpoint/add', body),
    addRule: (body) => send('PUT', '/api/rule/add', body),
    reset: () => send('POST', '/api/reset', '{"rules":true,"endpoints":true}'),
    read: async (path) => (await fetch(url + path)).text(),
    async stop() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

interface Placed {
  readonly daemon: Daemon
  readonly folder: string
}

let shared: Placed | undefined

/** Returns the shared daemon of this process, emptied, or a new one if a test ended it. */
export async function shareDaemon(): Promise<Placed> {
  const isAlive = shared?.daemon.process.exitCode === null && !shared.daemon.process.killed
  if (shared && isAlive) await shared.daemon.reset()
  else shared = await startShared()
  return shared
}

/** Starts a daemon that ends with this process. */
async function startShared(): Promise<Placed> {
  const { path } = await freshFolder()
  const daemon = await startDaemon({ cwd: path, args: ['--memory'] })
  const end = (): void => {
    daemon.process.kill('SIGKILL')
    rmSync(path, { recursive: true, force: true })
  }
  // Vitest ends its worker processes with this signal.
  process.once('exit', end).once('SIGTERM', end)
  return { daemon, folder: path }
}

export async function freshFolder(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'mock-endpoint-'))
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}
