// The built daemon, and bare node:http to compare it with.

import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { benchmarks } from '../harness/machine.ts'
import { ask } from '../load/ask.ts'
import { type Program, type Server, startServer } from './server.ts'

export const ours = 'mock-endpoint'
export const journalOff = 'mock-endpoint, journal off'
export const bare = 'bare node:http'

/** The path of the daemon's file. */
export const daemonFile: string = join(
  fileURLToPath(import.meta.resolve('@mock-endpoint/server')),
  '..',
  'bin.js',
)

/** Returns the path of a program in plain JavaScript, which needs no build. */
export function script(name: string): string {
  return join(benchmarks, 'programs', `${name}.mjs`)
}

/** Returns the daemon with these arguments. `before` are arguments of Node. */
export function daemon(args: readonly string[], before: readonly string[] = []): Program {
  const node = [process.execPath, ...before, daemonFile]
  const command = (port: number) => [...node, '--port', String(port), ...args]
  return { command, path: '/api/health', expected: /"status":\s*"ok"/ }
}

/** `kind` is one of those in bare.mjs. Each of them answers `/endpoint/small`. */
export function bareProgram(kind: 'read' | 'webhook' | 'add' | 'delay'): Program {
  const command = (port: number) => [process.execPath, script('bare'), String(port), kind]
  return { command, path: '/endpoint/small', expected: /hello/ }
}

/** Starts the daemon with endpoints, given as JSON text by name. */
export async function startOurs(
  args: readonly string[],
  endpoints: Readonly<Record<string, string>>,
  delays: Readonly<Record<string, number>> = {},
): Promise<Server> {
  const server = await startServer(daemon(args))
  for (const [name, data] of Object.entries(endpoints)) {
    const body = `{"name":"${name}","data":${data},"delay":${delays[name] ?? 0}}`
    await ask(`${server.url}/api/endpoint/add`, 'PUT', body)
  }
  return server
}
