// The client of Redis, and its commands: each ends in time, in a reply or a `StoreError`.
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

/** What Redis replies to the commands that a store gives. */
export type Reply = string | number | null | readonly Reply[]

export type Argument = string | Buffer

export type Client = RedisClientType<RedisModules, RedisFunctions, RedisScripts, 3>

/** How often Redis is asked whether it is there, in milliseconds. */
export const heartbeat = 500
/** How long connecting may take, and how long a reply behind the one before, in milliseconds. */
const connectPatience = 1_500
const patience = 5_000

export function newClient(url: string): Client {
  return createClient({
    url,
    RESP: 3,
    emitInvalidate: true,
    disableOfflineQueue: true,
    // Ours is cheaper than that of the client, which makes an AbortSignal for each command.
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

/** How many replies came. */
const replies = new WeakMap<Client, number>()

/** Replies come one after the other, and large ones take their time: while they come, all are waited for. */
export async function command(client: Client, args: readonly Argument[]): Promise<Reply> {
  const came = (): number => replies.get(client) ?? 0
  const reply = client
    .sendCommand<Reply>([...args])
    .catch((error: unknown) => {
      // A reply is Redis's own. Without one nobody knows.
      throw toStoreError(error, inDoubt)
    })
    .finally(() => replies.set(client, came() + 1))
  return within(reply, inDoubt, patience, came)
}

/** Rejects when the promise does not settle in so many milliseconds after there was progress. */
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
