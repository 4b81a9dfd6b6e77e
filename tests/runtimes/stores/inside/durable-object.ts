// Stores in a Durable Object, and the Worker in front of it. An object is one store at a time.
import {
  createDurableObjectStore,
  type DurableObjectStorage,
  type EndpointStore,
} from '@mock-endpoint/core/durable-object'
import { createCommands, kindOf } from './commands.ts'

interface ObjectState {
  readonly storage: DurableObjectStorage & { deleteAll(): Promise<void> }
}

interface Stub {
  fetch(request: Request): Promise<Response>
}

interface Namespace {
  idFromName(name: string): unknown
  get(id: unknown): Stub
}

interface Bindings {
  readonly objects: Namespace
  readonly plain: Namespace
}

function commandsOf({ storage }: ObjectState) {
  let last: string | undefined

  /** Another name opens another store, which is empty if the name begins with `fresh`. */
  async function open(name: string): Promise<EndpointStore> {
    if (name.startsWith('fresh') && name !== last) await storage.deleteAll()
    last = name
    return createDurableObjectStore(storage)
  }

  return {
    ...createCommands(open),
    sql: async (query: string) => storage.sql.exec(query).toArray(),
    /** Resolves to the result of opening a store after this query has changed its tables. */
    openAfter: async (query: string) => {
      await storage.deleteAll()
      createDurableObjectStore(storage)
      storage.sql.exec(query)
      return kindOf(async () => createDurableObjectStore(storage))
    },
    /** Damages the record of an endpoint, and resolves to the results of reads. */
    async spoil(endpoint: string, query: string) {
      const store = createDurableObjectStore(storage)
      storage.sql.exec(query)
      const unreadable: string[] = []
      const listed: string[] = []
      for await (const { name } of store.list({}, (name) => unreadable.push(name))) {
        listed.push(name)
      }
      const get = await kindOf(async () => store.get(endpoint))
      return { get, listed, unreadable }
    },
    /** Puts two records in one call, of which the last one fails. Resolves to what is stored. */
    async putHalf() {
      const store = createDurableObjectStore(storage)
      const half = { name: 'half', data: '1', statusCode: 200, delay: 0 }
      const bad = { ...half, name: 'bad', delay: 'no number' as unknown as number }
      const kind = await kindOf(() => store.putAll([half, bad], []))
      return { kind, half: (await store.get('half')) ?? null, count: await store.count() }
    },
  }
}

/** The Durable Object with the store. */
export class Stores {
  readonly #commands: Record<string, (...args: never[]) => unknown>

  constructor(state: ObjectState) {
    this.#commands = commandsOf(state)
  }

  async fetch(request: Request): Promise<Response> {
    const [name, ...args] = (await request.json()) as [string, ...never[]]
    try {
      return Response.json({ result: await this.#commands[name]?.(...args) })
    } catch (error) {
      return Response.json({ error: error instanceof Error ? error.stack : String(error) })
    }
  }
}

/** A Durable Object without SQLite. Its response is the result of opening a store in it. */
export class Plain {
  readonly #state: ObjectState

  constructor(state: ObjectState) {
    this.#state = state
  }

  async fetch(): Promise<Response> {
    const { storage } = this.#state
    return Response.json({ result: await kindOf(async () => createDurableObjectStore(storage)) })
  }
}

const worker = {
  async fetch(request: Request, { objects, plain }: Bindings): Promise<Response> {
    const [command] = (await request.clone().json()) as [string]
    const namespace = command === 'openPlain' ? plain : objects
    return namespace.get(namespace.idFromName('stores')).fetch(request)
  },
}
// biome-ignore lint/style/noDefaultExport: a Worker is what its module exports by default
export default worker
