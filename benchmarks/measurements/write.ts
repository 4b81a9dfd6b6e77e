// Acknowledged adds to a folder on disk: the gain of sharing a sync, and the cost of a sync. An add
// that is missing afterwards fails the run.
import { mkdtemp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openLevelStore } from '@mock-endpoint/core/level'
import { runChild } from '../harness/child.ts'
import type { Contenders, Figures, Measurement } from '../harness/measurement.ts'
import { percentile } from '../harness/stats.ts'
import { type Added, addUntil } from '../load/adding.ts'
import { Level } from '../programs/level.mjs'
import { daemon, ours, script } from '../servers/ours.ts'
import { type Program, startServer } from '../servers/server.ts'
import { cpuOf } from '../servers/usage.ts'

const unsynced = 'mock-endpoint, unsynced'
const oneByOne = 'mock-endpoint, a sync an add'
const [alone, jsonServer] = ['LevelDB alone', 'json-server']
const counts = [1, 8, 64, 256]
const warmUp = 300

/** `#` is replaced by the name. */
const data = `{"name":"#","text":"${'x'.repeat(64)}"}`
const ourAdd = { start: 'PUT /api/endpoint/add', body: `{"name":"#","data":${data}}`, status: 200 }
const jsonAdd = { start: 'POST /adds', body: data, status: 201 }

const programs: Record<string, (folder: string) => Program> = {
  [ours]: (folder) => daemon(['--data-dir', folder]),
  [unsynced]: (folder) => daemon(['--data-dir', folder], ['--import', script('unsynced')]),
  [oneByOne]: (folder) => ({
    ...daemon([]),
    command: (port) => [process.execPath, script('one-by-one'), String(port), folder],
  }),
  [jsonServer]: (folder) => ({
    command: (port) => [process.execPath, script('peer'), String(port), jsonServer, folder],
    path: '/adds',
    expected: /^\[/,
  }),
}

/** Adds in a new folder for this time, and checks that every add is stored there. */
async function add(name: string, folder: string, clients: number, milliseconds: number) {
  if (name === alone) {
    const args = [folder, clients, milliseconds, data]
    const added = await runChild<Added & { cpu: number }>(script('bare-store'), args, 'servers')
    check(await readDatabase(folder), { add: added })
    return figuresOf(added, added.cpu)
  }
  const server = await startServer((programs[name] as (folder: string) => Program)(folder))
  try {
    const adding = { url: server.url, clients, ...(name === jsonServer ? jsonAdd : ourAdd) }
    const warm = await addUntil({ ...adding, prefix: 'warm', milliseconds: warmUp })
    const before = cpuOf(server.pid)
    const added = await addUntil({ ...adding, prefix: 'add', milliseconds })
    const cpu = cpuOf(server.pid) - before
    await server.stop()
    const read = name === jsonServer ? readJsonFile : readStore
    check(await read(folder), { warm, add: added })
    return figuresOf(added, cpu)
  } finally {
    await server.stop()
  }
}

function figuresOf({ latencies, took }: Added, cpu: number): Figures {
  return {
    '1/s': (1000 * latencies.length) / took,
    'p50, ms': percentile(latencies, 0.5),
    'p99, ms': percentile(latencies, 0.99),
    'cpu, µs': (1000 * cpu) / latencies.length,
  }
}

function check(stored: ReadonlyMap<string, string>, added: Readonly<Record<string, Added>>): void {
  const names = Object.entries(added).flatMap(([prefix, { latencies }]) =>
    latencies.map((_, i) => `${prefix}-${i}`),
  )
  if (stored.size !== names.length) {
    throw new Error(`${names.length} were acknowledged, ${stored.size} are there.`)
  }
  const lost = names.find((name) => stored.get(name) !== data.replaceAll('#', name))
  if (lost !== undefined) throw new Error(`${lost} is ${stored.get(lost)}`)
}

async function readStore(folder: string): Promise<Map<string, string>> {
  const store = await openLevelStore(folder)
  const stored = new Map<string, string>()
  for await (const endpoint of store.list()) stored.set(endpoint.name, endpoint.data)
  await store.close()
  return stored
}

async function readDatabase(folder: string): Promise<Map<string, string>> {
  const db = new Level(folder)
  const stored = new Map<string, string>(await db.iterator().all())
  await db.close()
  return stored
}

async function readJsonFile(folder: string): Promise<Map<string, string>> {
  const { adds } = JSON.parse(await readFile(join(folder, 'db.json'), 'utf8'))
  type Add = { id: string; name: string }
  return new Map(adds.map(({ id, ...rest }: Add) => [rest.name, JSON.stringify(rest)]))
}

export const write: Measurement = {
  title: 'Durable adds',
  legend: `Each client has one add under way on a connection of its own. Unsynced is the same daemon whose
LevelDB does not sync; with a sync an add, its store has one put at a time. LevelDB alone has synced
puts without HTTP. json-server writes its whole file, and syncs nothing. Every add is read back.`,
  needsPeers: true,
  parts({ isShort, folder }) {
    const names = [ours, unsynced, oneByOne, alone, ...(isShort ? [] : [jsonServer])]
    const contenders: Contenders = Object.fromEntries(
      names.map((name) => [
        name,
        async () => ({
          async measure(load) {
            const own = await mkdtemp(join(folder, 'data-'))
            return add(name, own, Number.parseInt(load, 10), isShort ? 300 : 1500)
          },
        }),
      ]),
    )
    const loads = counts.map((count) => (count === 1 ? '1 client' : `${count} clients`))
    return [{ title: 'adds', contenders, loads, rounds: isShort ? 1 : 3 }]
  },
  targets: [
    { table: 'adds, 64 clients', figure: '1/s', of: ours, to: oneByOne, atLeast: 4 },
    { table: 'adds, 64 clients', figure: '1/s', of: ours, to: unsynced, atLeast: 0.7 },
  ],
  chart: {
    title: 'Acknowledged adds a second',
    tables: ['adds, 1 client', 'adds, 8 clients', 'adds, 64 clients', 'adds, 256 clients'],
    figure: '1/s',
  },
}
