// Runs a service in its own process, which prints its address.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { overSocket } from '../../../packages/core/src/test/send.ts'
import {
  type SharedServices,
  shareServices,
} from '../../../packages/core/src/test/shared-services.ts'
import { bundle, hostFile, temporaryFolder } from './bundle.ts'
import { bun, deno } from './runtimes.ts'

/** Returns services on Bun's own server. */
export function onBun(): SharedServices {
  return programs('bun', (file) => [bun, 'run', file])
}

/** Returns services on Deno's own server. */
export function onDeno(): SharedServices {
  return programs('deno', (file) => [deno, 'run', '--allow-net', '--allow-env', file])
}

/** `commandFor` returns the command with which the runtime runs the file of the bundled host. */
function programs(host: string, commandFor: (file: string) => readonly string[]): SharedServices {
  return shareServices(async (options) => {
    const folder = await temporaryFolder()
    const file = join(folder.path, `${host}.mjs`)
    await writeFile(file, await bundle(hostFile(host)))
    const env = { OPTIONS: JSON.stringify(options) }
    const { url, stop } = await startProgram(commandFor(file), { env })
    return { send: overSocket(url), stop: () => stop().finally(folder.remove) }
  })
}

interface StartedProgram {
  /** The first address that it printed, at which it listens. */
  readonly url: string
  readonly stop: () => Promise<void>
}

interface StartOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
}

/** Starts a program, and resolves when it has printed its address. */
export async function startProgram(
  [program = '', ...args]: readonly string[],
  { env = {}, cwd = process.cwd() }: StartOptions = {},
): Promise<StartedProgram> {
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // As the leader of a process group, which is killed with it.
    detached: true,
  })
  let printed = ''
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      printed += chunk
      const found = /http:\/\/[\w.]+:\d+/.exec(printed)?.[0]
      if (found) resolve(found)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`${program} ended with ${code}: ${printed}`)))
  })
  return { url, stop: () => killGroup(child) }
}

/** Ends a process, and waits until it has ended. */
export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

/**
 * Ends a process and all that it started, and waits until they have ended. The last of them closes
 * the pipes that they inherited.
 */
async function killGroup(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const closed = once(child, 'close')
  process.kill(-child.pid, 'SIGKILL')
  await closed
}
