// Runs slowhttptest: a thousand clients that send or read as slowly as they can.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'

export type Slowness = 'headers' | 'body' | 'body of an add' | 'read'

const flags: Readonly<Record<Slowness, readonly string[]>> = {
  headers: ['-H', '-i', '2'],
  body: ['-B', '-i', '2', '-t', 'POST', '-s', '8192'],
  'body of an add': ['-B', '-i', '2', '-t', 'PUT', '-s', '8192'],
  read: ['-X', '-n', '1', '-w', '1', '-y', '512', '-z', '5'],
}

export interface Attack {
  readonly process: ChildProcess
  /** Ends the attack and its connections. */
  end(): Promise<void>
}

export function hasSlowhttptest(): boolean {
  return spawnSync('slowhttptest', ['-h']).error === undefined
}

/** Opens so many connections to a URL in the first second, and keeps them as long as possible. */
export function startAttack(slowness: Slowness, url: string, connections: number): Attack {
  const size = ['-c', String(connections), '-r', String(connections), '-l', '300']
  const args = [...flags[slowness], ...size, '-u', url]
  const attacker = spawn('slowhttptest', args, { stdio: 'ignore' })
  const ended = once(attacker, 'close')
  return {
    process: attacker,
    async end() {
      attacker.kill('SIGKILL')
      await ended
    },
  }
}
