// Replies that are ready, in front of a store. A reply that a write has overtaken is not kept.
import { type Awaitable, isPromiseLike } from '../model/awaitable.ts'
import type { Endpoint } from '../model/endpoint.ts'
import type { EndpointStore } from '../model/store.ts'
import { inTurn } from '../model/turns.ts'
import { copyText } from '../model/utf8.ts'
import { createToReply, type Reply } from './reply.ts'
import { createReplyCache } from './reply-cache.ts'

/** After so many bytes it is the turn of others: a large endpoint takes a while to read. */
const mostInTurn = 1024 * 1024

export interface ReadyReplies {
  find(name: string): Awaitable<Reply | undefined>
  /** Settles as the write of this name does. Keeps the endpoint that the write puts, if it puts one. */
  afterWrite<T>(name: string, write: Promise<T>, endpoint?: Endpoint): Promise<T>
  afterClear<T>(clear: Promise<T>): Promise<T>
}

interface PacedGet {
  readonly get: EndpointStore['get']
  /** Notes that a reply of so many bytes was made. */
  count(bytes: number): void
}

/** Reads at once until much was made since others had a turn, and then in the next one. */
function createPacedGet(get: EndpointStore['get']): PacedGet {
  let made = 0
  return {
    get: (name) =>
      made < mostInTurn
        ? get(name)
        : inTurn(() => {
            made = 0
            return get(name)
          }),
    count(bytes) {
      made += bytes
    },
  }
}

/** `cacheBytes` is how much memory they may take. */
export function createReadyReplies(get: EndpointStore['get'], cacheBytes: number): ReadyReplies {
  const toReply = createToReply()
  const paced = createPacedGet(get)
  const cache = createReplyCache(cacheBytes)
  /** Reads under way. A write removes its name, so that what was read before it is not kept. */
  const loading = new Map<string, Promise<Reply | undefined>>()
  /** The latest write of each name: an add that another write has overtaken is not kept. */
  const writing = new Map<string, symbol>()

  function load(name: string): Awaitable<Reply | undefined> {
    const found = paced.get(name)
    if (!isPromiseLike(found)) return found && keep(found)
    const load: Promise<Reply | undefined> = Promise.resolve(found)
      .then((endpoint) => endpoint && (loading.get(name) === load ? keep : toReply)(endpoint))
      .finally(() => {
        if (loading.get(name) === load) loading.delete(name)
      })
    loading.set(name, load)
    return load
  }

  function keep({ name, data, statusCode, delay }: Endpoint): Reply {
    // A store may return the name it was asked for, which is part of a URL.
    const reply = toReply({ name: copyText(name), data, statusCode, delay })
    paced.count(reply.size)
    cache.set(reply)
    return reply
  }

  return {
    find: (name) => cache.get(name) ?? loading.get(name) ?? load(name),
    async afterWrite(name, write, endpoint) {
      const turn = Symbol()
      writing.set(name, turn)
      let written: Endpoint | undefined
      try {
        const result = await write
        if (writing.get(name) === turn) written = endpoint
        return result
      } finally {
        // A write that failed may have happened all the same.
        loading.delete(name)
        cache.delete(name)
        if (writing.get(name) === turn) writing.delete(name)
        if (written) keep(written)
      }
    },
    async afterClear(clear) {
      // From now on no earlier write is the latest one.
      writing.clear()
      return clear.finally(() => {
        loading.clear()
        cache.clear()
      })
    },
  }
}
