// Attacks a daemon with little memory, while a good client reads.
import { spawn } from 'node:child_process'
import { once, setMaxListeners } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { spread } from '../hostile/percentile.ts'
import { mebibytes } from '../hostile/probe.ts'
import { type Daemon, freshFolder, startDaemon } from '../lib/daemon.ts'
import { note } from '../lib/figures.ts'
import type { Attack } from './attack.ts'

const isLong = Boolean(process.env['RELIABILITY_LONG'])

/** Node flags with which V8's heap takes at most 512 MiB. */
export const littleHeap: readonly string[] = ['--max-old-space-size=512']
/** The data of the endpoint that the good client reads. */
export const witness = '{"still":"here"}'

export interface Survival {
  /** How the daemon ended, if it did. `undefined` if it responds after the attack. */
  readonly end: string | undefined
  /** How long the good client waited for each response. */
  readonly milliseconds: readonly number[]
  /** Wrong responses that it got. */
  readonly wrong: readonly string[]
  /** The maximum of resident memory in bytes, without the files that LevelDB maps. */
  readonly resident: number
}

/** Attacks a new daemon for so many seconds, or a minute with --long, and notes the figures. */
export async function surviveNoted(attack: Attack, seconds: number): Promise<Survival> {
  const found = await survive(attack, 1000 * (isLong ? 60 : seconds))
  const { end, milliseconds, wrong, resident } = found
  note(`survival: ${attack.name}`, {
    reads: milliseconds.length,
    wrong: wrong.length,
    ...spread('a read', milliseconds),
    resident: mebibytes(resident),
    end: end ?? 'alive',
  })
  return found
}

/** Attacks a new daemon for so many milliseconds. */
async function survive(attack: Attack, duration: number): Promise<Survival> {
  const folder = await freshFolder()
  const args = attack.args ?? []
  const daemon = await startDaemon({ cwd: folder.path, args, node: littleHeap })
  try {
    await add(daemon.url, `{"name":"witness","data":${witness}}`)
    await attack.prepare?.(daemon.url)
    return await attackFor(daemon, attack, duration)
  } finally {
    await daemon.stop('SIGKILL')
    await folder.remove()
  }
}

/** Attacks a running daemon that has the endpoint `witness`. */
export async function attackFor(
  daemon: Daemon,
  attack: Attack,
  duration: number,
): Promise<Survival> {
  const reader = startReader(daemon.url + (attack.reads ?? '/endpoint/witness'), attack.reads)
  const watch = watchMemory(daemon.pid)
  await sleep(500)
  const ending = new AbortController()
  // An attack has a listener for each of its parallel loops.
  setMaxListeners(0, ending.signal)
  const timer = setTimeout(() => ending.abort(), duration)
  void daemon.ended.then(() => ending.abort())
  // Refusals and errors of the attack itself do not matter.
  await attack.run(daemon.url, ending.signal).catch(() => {})
  clearTimeout(timer)
  const resident = await watch.stop()
  const { milliseconds, wrong } = await reader.stop()
  const end = await whatBecameOf(daemon)
  return { end, milliseconds, wrong, resident }
}

interface Readings {
  readonly milliseconds: readonly number[]
  readonly wrong: readonly string[]
}

function startReader(url: string, reads: string | undefined): { stop(): Promise<Readings> } {
  const program = join(import.meta.dirname, 'reader.mjs')
  const args = reads === undefined ? [program, url, witness] : [program, url]
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    text += part
  })
  return {
    async stop() {
      const closed = once(child, 'close')
      child.stdin.end()
      await closed
      return JSON.parse(text) as Readings
    },
  }
}

async function whatBecameOf(daemon: Daemon): Promise<string | undefined> {
  const { exitCode, signalCode } = daemon.process
  if (exitCode !== null || signalCode !== null) {
    return `ended with ${exitCode ?? signalCode}: ${daemon.stderr().slice(-500)}`
  }
  const signal = AbortSignal.timeout(30_000)
  const response = await fetch(`${daemon.url}/api/health`, { signal }).catch(String)
  return typeof response === 'string' || !response.ok ? `health: ${String(response)}` : undefined
}

/** Reads a process's memory from Linux ten times a second. `stop` resolves to the maximum. */
export function watchMemory(pid: number): { stop(): Promise<number> } {
  let most = 0
  const look = async (): Promise<void> => {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
    most = Math.max(most, 1024 * Number(/^RssAnon:\s*(\d+)/m.exec(status)?.[1] ?? 0))
  }
  const timer = setInterval(() => void look(), 100)
  return {
    async stop() {
      clearInterval(timer)
      await look()
      return most
    },
  }
}

export async function add(url: string, body: string): Promise<Response> {
  return fetch(`${url}/api/endpoint/add`, { method: 'PUT', body })
}
