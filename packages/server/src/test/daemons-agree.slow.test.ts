// Three built daemons on one Redis: none serves old data, and none misses a request.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@mock-endpoint/core/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RedisServer, startRedis } from '../../../store-redis/src/test/redis-server.ts'
import { type Daemon, startDaemon } from './daemon.ts'

/** With RELIABILITY_LONG set, everything is repeated this many times as often. */
const factor = process.env['RELIABILITY_LONG'] ? 5 : 1

let redis: RedisServer
let cwd: string
let daemons: readonly [Daemon, Daemon, Daemon]

beforeAll(async () => {
  redis = await startRedis()
  cwd = await mkdtemp(join(tmpdir(), 'mock-endpoint-agree-'))
  const start = (): Promise<Daemon> => startDaemon({ cwd, args: ['--store', redis.url] })
  daemons = await Promise.all([start(), start(), start()])
}, 60_000)

afterAll(async () => {
  await Promise.all(daemons.map((daemon) => daemon.stop('SIGKILL')))
  await redis.close()
  await rm(cwd, { recursive: true, force: true })
})

async function add({ url }: Daemon, name: string, data: string): Promise<void> {
  const body = `{"name":"${name}","data":${data}}`
  const response = await fetch(`${url}/api/endpoint/add`, { method: 'PUT', body })
  expect([response.status, await response.text()]).toEqual([200, expect.any(String)])
}

async function read({ url }: Daemon, name: string): Promise<string> {
  return (await fetch(`${url}/endpoint/${name}`)).text()
}

/** Returns the outdated responses of two daemons, each read after each acknowledged write. */
async function findOld(writes: number): Promise<string[]> {
  const [writer, ...others] = daemons
  const old: string[] = []
  for (let i = 0; i < writes; i++) {
    const name = `e${i % 3}`
    await add(writer, name, String(i))
    for (const answer of await Promise.all(others.map((each) => read(each, name)))) {
      if (answer !== String(i)) old.push(`${name}: ${answer}, not ${i}`)
    }
  }
  return old
}

test('2,000 reads from two other daemons are never older than the last write', async () => {
  expect(await findOld(1_000 * factor)).toEqual([])
}, 240_000)

// Fewer, because all of them wait for the processors that the clients keep busy.
test('1,000 reads are never older than the last write while 16 clients read', async () => {
  let isOver = false
  const [, ...others] = daemons
  const readers = Array.from({ length: 16 }, async (_, i) => {
    for (let k = 0; !isOver; k++) await read(others[i % 2] as Daemon, `e${k % 3}`)
  })
  try {
    expect(await findOld(500 * factor)).toEqual([])
  } finally {
    isOver = true
    await Promise.all(readers)
  }
}, 240_000)

interface Listed {
  readonly requests: readonly unknown[]
}

test('waits and lists of any daemon include all of 6,000 requests', async () => {
  await add(daemons[0], 'x', '1')
  const at = (i: number): string => daemons[i % 3]?.url ?? ''
  const list = async (i: number, query: string): Promise<number> => {
    const response = await fetch(`${at(i)}/api/request?endpoint=x&limit=1000${query}`)
    return ((await response.json()) as Listed).requests.length
  }
  for (let round = 0; round < 15 * factor; round++) {
    await fetch(`${at(round + 2)}/api/request`, { method: 'DELETE' })
    const waiting = list(round, '&count=400&wait=30000')
    const clients = Array.from({ length: 8 }, async (_, client) => {
      for (let i = 0; i < 50; i++) await (await fetch(`${at(client + i)}/endpoint/x`)).text()
    })
    await Promise.all(clients)
    expect([await list(round + 1, ''), await waiting]).toEqual([400, 400])
  }
}, 240_000)

test('a wait at one daemon resolves with a request to another daemon', async () => {
  const [a, b] = daemons
  const client = createClient({ url: a.url })
  await client.reset()
  const elsewhere = await client.add({ name: 'elsewhere', data: 1 })
  const waiting = elsewhere.waitForRequest({ timeout: 30_000 })
  await fetch(`${b.url}/endpoint/elsewhere`, { method: 'POST', body: 'hello' })
  expect(await waiting).toMatchObject({ method: 'POST', endpoint: 'elsewhere' })
})

/** Reads an event stream up to `count` unmatched paths. Returns them and the last event id. */
async function follow(
  { url }: Daemon,
  count: number,
  lastEventId = '',
): Promise<{ id: string; paths: string[] }> {
  const leaving = new AbortController()
  const response = await fetch(`${url}/api/request`, {
    headers: { accept: 'text/event-stream', 'last-event-id': lastEventId },
    signal: leaving.signal,
  })
  let text = ''
  let paths: string[] = []
  for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += part
    paths = [...text.matchAll(/"path":"\/endpoint\/([^"]*)"[^\n]*"outcome":"unmatched"/g)].map(
      ([, path]) => path ?? '',
    )
    if (paths.length >= count) break
  }
  leaving.abort()
  return { id: [...text.matchAll(/^id: *(.*)$/gm)].at(-1)?.[1] ?? '', paths }
}

test('an event stream continues at another daemon after the last event of the first', async () => {
  const [a, b, c] = daemons
  await fetch(`${a.url}/api/reset`, { method: 'POST' })
  const first = follow(a, 2)
  await read(b, 's1')
  await read(b, 's2')
  const { id, paths } = await first
  expect(paths).toEqual(['s1', 's2'])
  await read(c, 's3')
  expect((await follow(b, 1, id)).paths).toEqual(['s3'])
})
