// The reads of a store: one endpoint, synchronously if the database can, or a range of them.
import type { Endpoint } from '../model/endpoint/endpoint.ts'
import type { Awaitable, EndpointStore, NameRange } from '../model/store/store.ts'
import type { Connection } from './connection.ts'
import { type Keys, utf8 } from './database.ts'
import { keysIn, parseValue, toEndpoint, toKey, toName } from './records.ts'
import { toStoreError } from './store-error.ts'

/** Maximum number of names in a page. LevelDB returns fewer if the keys are long. */
const pageOfNames = 1_000

/** `opened` returns the connection, or throws when the store is closed. */
export function createReads(
  opened: () => Connection,
): Pick<EndpointStore, 'get' | 'list' | 'names'> {
  const { db } = opened()
  const readsAtOnce = 'getSync' in db.supports && db.supports.getSync === true

  function get(name: string): Awaitable<Endpoint | undefined> {
    if (opened().isCleared()) return undefined
    const reopened = opened().readable({ endpoint: name })
    if (reopened) return reopened.then(() => get(name))
    if (readsAtOnce) return decode(name, getAtOnce(toKey(name)))
    return db.get(toKey(name), utf8).then(
      (value) => decode(name, value),
      (error) => Promise.reject(toStoreError(error)),
    )
  }

  function getAtOnce(key: string): string | undefined {
    try {
      return db.getSync(key, utf8)
    } catch (error) {
      throw toStoreError(error)
    }
  }

  async function* read<T>(open: () => AsyncIterable<T>): AsyncGenerator<T> {
    if (!opened().isCleared()) await opened().readable()
    if (opened().isCleared()) return
    try {
      yield* open()
    } catch (error) {
      throw toStoreError(error)
    }
  }

  return {
    get,
    async *list(range: NameRange = {}, onUnreadable) {
      for await (const [key, value] of read(() => db.iterator({ ...keysIn(range), ...utf8 }))) {
        const name = toName(key)
        if (!name.startsWith(range.prefix ?? '')) return
        const endpoint = onUnreadable ? parseValue(name, value) : toEndpoint(name, value)
        if (endpoint) yield endpoint
        else onUnreadable?.(name)
      }
    },
    async *names(range: NameRange = {}) {
      for await (const keys of read(() => pagesOf(db.keys({ ...keysIn(range), ...utf8 })))) {
        const names = keys.map(toName)
        const end = names.findIndex((name) => !name.startsWith(range.prefix ?? ''))
        yield end === -1 ? names : names.slice(0, end)
        if (end !== -1) return
      }
    },
  }
}

async function* pagesOf(keys: Keys): AsyncGenerator<string[]> {
  try {
    for (;;) {
      const page = await keys.nextv(pageOfNames)
      if (page.length === 0) return
      yield page
    }
  } finally {
    await keys.close()
  }
}

function decode(name: string, value: string | undefined): Endpoint | undefined {
  return value === undefined ? undefined : toEndpoint(name, value)
}
