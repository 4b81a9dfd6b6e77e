// Runs a shell command for tests, by main() in this process, because to start a process takes half
// a second. On another runtime it runs the built program.
import { EventEmitter } from 'node:events'
import { main } from '../cli/main.ts'
import type { Host } from '../terminal/host.ts'
import { type Ended, type RunOptions, runDaemon } from './daemon.ts'
import { isThisNode } from './program.ts'

export async function runCommand(args: readonly string[], options: RunOptions): Promise<Ended> {
  if (!isThisNode) return runDaemon(args, options)
  const { cwd, env = {}, input = '' } = options
  const stdout = collect()
  const stderr = collect()
  const code = await main({
    argv: args,
    env,
    platform: process.platform,
    pid: process.pid,
    cwd,
    terminal: undefined,
    stdin: bytesOf(input),
    stdout,
    stderr,
    events: new EventEmitter(),
    exit() {},
  })
  return { code, stdout: stdout.text(), stderr: stderr.text() }
}

async function* bytesOf(input: string | Uint8Array): AsyncGenerator<Uint8Array> {
  yield typeof input === 'string' ? new TextEncoder().encode(input) : input
}

function collect(): Host['stdout'] & { text: () => string } {
  let text = ''
  const write = (piece: string): void => {
    text += piece
  }
  return Object.assign(new EventEmitter(), { write, text: () => text })
}
