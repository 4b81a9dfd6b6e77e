// Starts a real Redis for a test, on a free loopback port, in a folder that `close` removes.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@redis/client'

/** The server to start. TEST_REDIS_SERVER can name another one, such as `valkey-server`. */
const program = process.env['TEST_REDIS_SERVER'] ?? 'redis-server'

export interface RedisServer {
  readonly url: string
  readonly port: number
  readonly process: () => ChildProcess
  /** Sends a command on a new connection. Resolves to the reply. */
  command(...args: readonly string[]): Promise<unknown>
  kill(signal?: NodeJS.Signals): Promise<void>
  /** Starts Redis again after `kill`, with the data on its disk. */
  start(): Promise<void>
  close(): Promise<void>
}

export async function startRedis(...settings: readonly string[]): Promise<RedisServer> {
  const folder = await mkdtemp(join(tmpdir(), 'mock-endpoint-redis-'))
  const port = await freePort()
  const base = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '']
  const durable = ['--appendonly', 'yes', '--appendfsync', 'always']
  let child: ChildProcess | undefined

  async function start(): Promise<void> {
    child = spawn(program, [...base, ...durable, ...settings], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const failed = once(child, 'exit').then(([code]) => {
      throw new Error(`${program} ended with ${code}`)
    })
    await Promise.race([untilReady(child), failed])
    failed.catch(() => {})
  }

  async function kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }

  await start()
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    process: () => child as ChildProcess,
    async command(...args) {
      const client = createClient({ url: `redis://127.0.0.1:${port}` })
      try {
        await client.connect()
        return await client.sendCommand([...args])
      } finally {
        client.destroy()
      }
    },
    kill,
    start,
    async close() {
      child?.kill('SIGCONT')
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function untilReady(child: ChildProcess): Promise<void> {
  for await (const text of child.stdout ?? []) {
    if (String(text).includes('Ready to accept connections')) break
  }
  child.stdout?.resume()
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}
