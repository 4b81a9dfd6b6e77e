// The built daemon as a process of its own.
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
  /** Whether what it complains of is meant to be, and not to be read. Default: false. */
  readonly isQuiet?: boolean
}

export interface Daemon {
  readonly url: string
  readonly process: ChildProcess
  /** Adds an endpoint; the text is the whole body. */
  add(body: string): Promise<void>
  /** Adds a rule; the text is the whole body. */
  addRule(body: string): Promise<void>
  /** What a path answers. */
  read(path: string): Promise<string>
  /** Empties it: endpoints, rules and requests. */
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

/** The one of all tests of this process, emptied; another when a test ended it. */
export async function shareDaemon(): Promise<Placed> {
  const isAlive = shared?.daemon.process.exitCode === null && !shared.daemon.process.killed
  if (shared && isAlive) await shared.daemon.reset()
  else shared = await startShared()
  return shared
}

/** Ends with this process. */
async function startShared(): Promise<Placed> {
  const { path } = await freshFolder()
  const daemon = await startDaemon({ cwd: path, args: ['--memory'] })
  const end = (): void => {
    daemon.process.kill('SIGKILL')
    rmSync(path, { recursive: true, force: true })
  }
  // Vitest ends a process of tests by the signal.
  process.once('exit', end).once('SIGTERM', end)
  return { daemon, folder: path }
}

export async function freshFolder(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'mock-endpoint-'))
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}
