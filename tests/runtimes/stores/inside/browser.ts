// Stores in IndexedDB: the same script in a page, a dedicated worker and a service worker.
import { createApp } from '@mock-endpoint/core'
import { type EndpointStore, openIndexedDbStore } from '@mock-endpoint/core/indexeddb'
import { createCommands, kindOf } from './commands.ts'

/** The changes that `watch` reported, by the name of the store. */
const told = new Map<string, unknown[]>()
const held: IDBDatabase[] = []

async function open(name: string): Promise<EndpointStore> {
  const store = await openIndexedDbStore({ name })
  store.watch?.((change) => told.set(name, [...(told.get(name) ?? []), change]))
  return store
}

function opening(name: string, version: number, stores: readonly string[]): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, version)
    request.onupgradeneeded = () => {
      for (const each of stores) request.result.createObjectStore(each)
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

const commands = {
  ...createCommands(open),
  told: async (name: string) => told.get(name) ?? [],
  /** Adds an endpoint repeatedly through the service, and requests it in between. */
  async serveVersions(name: string, endpoint: string, versions: readonly number[]): Promise<void> {
    const app = await appOf(name)
    for (const version of versions) {
      const body = JSON.stringify({ name: endpoint, data: version })
      const added = app.request('/api/endpoint/add', { method: 'PUT', body })
      await Promise.all([added, app.request(`/endpoint/${endpoint}`)])
    }
  },
  /** Resolves to the body of the service's response. */
  async served(name: string, endpoint: string): Promise<string> {
    return (await (await appOf(name)).request(`/endpoint/${endpoint}`)).text()
  },
  /** Creates a database like that of another program. */
  async makeForeign(name: string, version: number, stores: readonly string[]): Promise<void> {
    const db = await opening(name, version, stores)
    db.close()
  },
  /** Keeps a database open, like a program that does not respect others. */
  async hold(name: string): Promise<void> {
    held.push(await opening(name, 1, ['a']))
  },
  letGo: async () => {
    for (const db of held) db.close()
  },
  beginToDelete: async (name: string): Promise<void> => {
    indexedDB.deleteDatabase(name)
  },
  /** Resolves to the result, within two seconds. */
  delete: (name: string): Promise<string> =>
    new Promise((resolve) => {
      const request = indexedDB.deleteDatabase(name)
      request.onsuccess = () => resolve('deleted')
      request.onerror = () => resolve(`${request.error}`)
      setTimeout(() => resolve('blocked'), 2000)
    }),
  openWithin: (name: string, openTimeout: number): Promise<string> =>
    kindOf(() => openIndexedDbStore({ name, openTimeout })),
  /** Damages the record of an endpoint, and resolves to the results of reads. */
  async spoil(name: string, endpoint: string) {
    const store = await open(name)
    const db = await opening(name, 1, [])
    const transaction = db.transaction('endpoints', 'readwrite')
    transaction.objectStore('endpoints').put({ data: 1 }, new TextEncoder().encode(endpoint))
    await new Promise((resolve) => {
      transaction.oncomplete = resolve
    })
    db.close()
    const unreadable: string[] = []
    const listed: string[] = []
    for await (const { name } of store.list({}, (name) => unreadable.push(name))) listed.push(name)
    const get = await kindOf(async () => store.get(endpoint))
    await store.close()
    return { get, listed, unreadable }
  },
}

const apps = new Map<string, ReturnType<typeof createApp>>()

/** Resolves to the service on the store with this name, with its cache. */
async function appOf(name: string): Promise<ReturnType<typeof createApp>> {
  const app = apps.get(name) ?? createApp({ store: await openIndexedDbStore({ name }) })
  apps.set(name, app)
  return app
}

/** Runs the command with this name and these arguments. */
async function run(name: string, args: readonly unknown[]): Promise<unknown> {
  const command = (commands as Record<string, (...args: never[]) => unknown>)[name]
  if (!command) throw new Error(`There is no command ${name}.`)
  return command(...(args as never[]))
}

Object.assign(globalThis, { run })
globalThis.addEventListener('message', (event) => {
  const { data, ports } = event as MessageEvent
  const [port] = ports
  if (!Array.isArray(data) || !port) return
  const [name, ...args] = data
  const answered = run(name, args).then(
    (result) => port.postMessage({ result }),
    (error) => port.postMessage({ error: String(error) }),
  )
  // Keeps a service worker alive until it has responded.
  if ('waitUntil' in event) (event as Permanent).waitUntil(answered)
})

interface Permanent extends Event {
  waitUntil(promise: Promise<unknown>): void
}
