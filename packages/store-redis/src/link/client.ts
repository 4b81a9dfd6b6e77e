// The client of Redis, and its commands. Each ends in time, with a reply or a `StoreError`.
// Not the global ones, which fake timers replace.
import { clearTimeout, setTimeout } from 'node:timers'
import type { StoreError } from '@mock-endpoint/core'
import {
  createClient,
  type RedisClientType,
  type RedisFunctions,
  type RedisModules,
  type RedisScripts,
} from '@redis/client'
import { inDoubt, toStoreError } from './store-error.ts'

/** A reply of Redis to a command of the store. */
export type Reply = string | number | null | readonly Reply[]

export type Argument = string | Buffer

export type Client = RedisClientType<RedisModules, RedisFunctions, RedisScripts, 3>

/** Milliseconds between two pings. */
export const heartbeat = 500
/** Time limits for connecting, and for a reply after the previous one, in milliseconds. */
const connectPatience = 1_500
const patience = 5_000

export function newClient(url: string): Client {
  return createClient({
    url,
    RESP: 3,
    emitInvalidate: true,
    disableOfflineQueue: true,
    // Our timeout is cheaper than the client's, which creates an AbortSignal for each command.
    commandOptions: { timeout: 0 },
    pingInterval: heartbeat,
    maintNotifications: 'disabled',
    name: 'mock-endpoint',
    socket: {
      connectTimeout: connectPatience,
      socketTimeout: patience,
      reconnectStrategy: false,
    },
  })
}

/** The number of replies that each client has received. */
const replies = new WeakMap<Client, number>()

/** Sends a command. Replies come in order, large ones slowly, so each one extends the limit. */
export async function command(client: Client, args: readonly Argument[]): Promise<Reply> {
  const came = (): number => replies.get(client) ?? 0
  const reply = client
    .sendCommand<Reply>([...args])
    .catch((error: unknown) => {
      // An error reply is known to come from Redis. Without a reply, the outcome is unknown.
      throw toStoreError(error, inDoubt)
    })
    .finally(() => replies.set(client, came() + 1))
  return within(reply, inDoubt, patience, came)
}

/** Rejects if the promise is pending for `limit` milliseconds without progress. */
export async function within<T>(
  promise: Promise<T>,
  late: () => StoreError,
  limit: number = patience,
  progress: () => number = () => 0,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const end = new Promise<never>((_, reject) => {
    const wait = (before: number): void => {
      timer = setTimeout(() => {
        const now = progress()
        if (now === before) reject(late())
        else wait(now)
      }, limit)
    }
    wait(progress())
  })
  try {
    return await Promise.race([promise, end])
  } finally {
    clearTimeout(timer)
  }
}
