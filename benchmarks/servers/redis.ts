// A Redis in its own process, and daemons that share it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pinned } from '../harness/machine.ts'
import { startOurs } from './ours.ts'
import { freePort, type Server } from './server.ts'

export interface Redis {
  readonly url: string
  stop(): Promise<void>
}

/** Starts a Redis that syncs each write, as a data folder does. */
export async function startRedis(folder: string): Promise<Redis> {
  const port = await freePort()
  const place = ['--port', String(port), '--bind', '127.0.0.1']
  const where = ['--dir', mkdtempSync(join(folder, 'redis-')), '--save', '']
  const durable = ['--appendonly', 'yes', '--appendfsync', 'always']
  const [file = '', ...args] = pinned(['redis-server', ...place, ...where, ...durable], 'all')
  const child = spawn(file, args, { stdio: 'ignore' })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const ended = once(child, 'exit').finally(() => process.off('exit', kill))
  while (!(await isListening(port))) await sleep(10)
  // If it is not stopped, it ends with this process, and does not keep it running.
  child.unref()
  return {
    url: `redis://127.0.0.1:${port}`,
    async stop() {
      child.ref()
      child.kill()
      await ended
    },
  }
}

/** Starts this number of daemons on a new Redis. Resolves to the first, which stops all. */
export async function startOnRedis(
  folder: string,
  daemons: number,
  endpoints: Readonly<Record<string, string>>,
): Promise<Server> {
  const redis = await startRedis(folder)
  const others: Server[] = []
  for (let i = 1; i < daemons; i++) others.push(await startOurs(['--store', redis.url], {}))
  const first = await startOurs(['--store', redis.url], endpoints)
  return {
    ...first,
    async stop() {
      for (const server of [first, ...others, redis]) await server.stop()
    },
  }
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const isConnected = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  return isConnected
}
