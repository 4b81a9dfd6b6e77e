// Who is added to, and how what was added is read back from its folder afterwards.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openLevelStore } from '@mock-endpoint/core/level'
import { daemon, processorTimeOf, startPinned, startPinnedDaemon } from '../lib/daemon.mjs'
import { asLoad, asServer } from '../lib/pinning.mjs'
import { runCommand } from '../lib/rounds.mjs'
import { dataOf, namesOf } from './adds.mjs'
import { Level } from './level.mjs'

export const ours = 'mock-endpoint'
export const unsynced = 'mock-endpoint, unsynced'
export const oneByOne = 'mock-endpoint, a sync an add'
const warmUp = 300

/** Each measures adding in a new folder by so many clients, and checks that every add is there. */
export const contenders = {
  [ours]: (load) => addOverHttp(load, (folder) => startPinnedDaemon('--data-dir', folder)),
  [unsynced]: (load) =>
    addOverHttp(load, (folder) =>
      startPinned('--import', script('unsynced'), daemon, '--port', '0', '--data-dir', folder),
    ),
  [oneByOne]: (load) => addOverHttp(load, (folder) => startPinned(script('one-by-one'), folder)),
  'LevelDB alone': async ({ folder, clients, milliseconds }) => {
    const args = [folder, clients, milliseconds].map(String)
    const { added, figures } = await runCommand(
      ...asServer(process.execPath, script('bare-store'), ...args),
    )
    check(await readDatabase(folder), namesOf('add', added))
    return figures
  },
  'json-server': (load) =>
    addOverHttp(load, (folder) => startPinned(script('json-server'), folder), {
      service: 'json-server',
      read: readJsonFile,
    }),
}

async function addOverHttp(load, start, { service = 'mock-endpoint', read = readStore } = {}) {
  const { folder, clients, milliseconds } = load
  const server = await start(folder)
  const add = (prefix, time) =>
    runCommand(
      ...asLoad(
        process.execPath,
        script('drive'),
        service,
        server.url,
        String(clients),
        String(time),
        prefix,
      ),
    )
  try {
    const warm = await add('warm', warmUp)
    const before = await processorTimeOf(server.pid)
    const { added, figures } = await add('add', milliseconds)
    const processor = (1000 * ((await processorTimeOf(server.pid)) - before)) / added
    await server.stop()
    check(await read(folder), [...namesOf('warm', warm.added), ...namesOf('add', added)])
    return { ...figures, processor }
  } finally {
    await server.stop()
  }
}

function check(stored, names) {
  if (stored.size !== names.length) {
    throw new Error(`${names.length} were acknowledged, ${stored.size} are there.`)
  }
  for (const name of names) {
    if (stored.get(name) !== dataOf(name)) throw new Error(`${name} is ${stored.get(name)}`)
  }
}

async function readStore(folder) {
  const store = await openLevelStore(folder)
  const stored = new Map()
  for await (const { name, data } of store.list()) stored.set(name, data)
  await store.close()
  return stored
}

async function readDatabase(folder) {
  const db = new Level(folder)
  const stored = new Map(await db.iterator().all())
  await db.close()
  return stored
}

async function readJsonFile(folder) {
  const { adds } = JSON.parse(await readFile(join(folder, 'db.json'), 'utf8'))
  return new Map(adds.map(({ id, ...data }) => [data.name, JSON.stringify(data)]))
}

function script(name) {
  return join(import.meta.dirname, `${name}.mjs`)
}
