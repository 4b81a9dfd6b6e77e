// The disk of a Redis that daemons share fills up and has room again.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  type RedisServer,
  startRedis,
} from '../../../packages/store-redis/src/test/redis-server.ts'
import { type Client, createClient } from '../lib/calls.ts'
import { type Daemon, freshFolder, startDaemon } from '../lib/daemon.ts'
import { type SmallDisk, smallDisk, whyNoSmallDisk } from '../lib/small-disk.ts'

const missing = whyNoSmallDisk()
let disk: SmallDisk | undefined
let redis: RedisServer | undefined

beforeEach((context) => {
  context.skip(missing !== undefined, missing)
})

afterEach(async () => {
  await redis?.close()
  await disk?.remove()
  disk = redis = undefined
})

interface Opened {
  readonly client: Client
  readonly daemon: Daemon
  readonly disk: SmallDisk
  readonly redis: RedisServer
  stop(): Promise<void>
}

/** Starts a daemon with a Redis on a disk of 8 MiB. */
async function open(sync: 'always' | 'everysec'): Promise<Opened> {
  disk = await smallDisk(8 * 1024 * 1024)
  redis = await startRedis('--dir', disk.path, '--appendfsync', sync)
  const folder = await freshFolder()
  const daemon = await startDaemon({ cwd: folder.path, args: ['--store', redis.url] })
  return {
    client: createClient(daemon.url),
    daemon,
    disk,
    redis,
    async stop() {
      await daemon.stop()
      await folder.remove()
    },
  }
}

/**
 * Adds endpoints until one is refused with this status. Resolves to the acknowledged names. While
 * Redis waits for its disk, it may not respond in time, so that the daemon responds with 503.
 */
async function addUntil(client: Client, refusal: 503 | 507): Promise<string[]> {
  const added: string[] = []
  for (let i = 0; i < 500; i++) {
    const { status } = await client.add(`e${i}`, `"${String(i).padStart(100_000, 'x')}"`)
    if (status === refusal) return added
    expect([200, 503]).toContain(status)
    if (status === 200) added.push(`e${i}`)
  }
  throw new Error('The disk has no end.')
}

test('with a sync each second, writes get 507 and reads continue until the disk has room', async () => {
  const { client, daemon, disk: small, stop } = await open('everysec')
  await small.fill(4 * 1024 * 1024)
  const added = await addUntil(client, 507)
  for (const name of added.slice(0, 10)) {
    // Here, too, Redis may not respond for a while.
    const read = async (): Promise<number> => (await fetch(`${daemon.url}/endpoint/${name}`)).status
    await expect.poll(read).toBe(200)
  }
  expect((await fetch(`${daemon.url}/api/health`)).status).toBe(503)
  await small.makeRoom()
  await expect.poll(async () => (await client.add('more', '1')).status).toBe(200)
  await stop()
})

test('with a sync for each write, Redis has all acknowledged writes after a restart', async () => {
  const { client, daemon, disk: small, redis: server, stop } = await open('always')
  await small.fill(4 * 1024 * 1024)
  const added = await addUntil(client, 503)
  expect((await client.add('more', '1')).status).toBe(503)
  await small.makeRoom()
  // Restarts Redis, as a supervisor does.
  await server.kill()
  await server.start()
  while ((await fetch(`${daemon.url}/api/health`)).status !== 200) await sleep(50)
  for (const name of added) {
    expect([name, (await fetch(`${daemon.url}/endpoint/${name}`)).status]).toEqual([name, 200])
  }
  expect((await client.add('more', '1')).status).toBe(200)
  await stop()
})
