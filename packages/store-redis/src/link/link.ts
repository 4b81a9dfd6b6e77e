// The link to Redis, restored after its connection breaks or Redis falls silent.
//
// Two connections are opened, lost and closed together. One has commands and replies, the other has
// changes and messages of daemons, because Redis closes a subscribed one when replies pile up. A
// daemon that receives a question of the fence has received every change before it.
// Not the global ones, which fake timers replace.
import { clearTimeout, setTimeout } from 'node:timers'
import { StoreError } from '@mock-endpoint/core'
import type { Script } from '../scripts.ts'
import { type Argument, type Client, command, newClient, type Reply, within } from './client.ts'
import { type Silence, watchForSilence } from './silence.ts'
import { inDoubt, notReachable, toStoreError } from './store-error.ts'

export interface Session {
  command(...args: readonly Argument[]): Promise<Reply>
  /** Subscribes until the session ends or `unsubscribe` is called. */
  subscribe(channel: string, hear: (message: string) => void): Promise<void>
  unsubscribe(channel: string): Promise<void>
}

export interface Link extends Session {
  /** Throws if no command can be sent at the moment. */
  check(): void
  /** Runs a script, during which Redis replies to no client. `isLong`: it may take seconds. */
  run(script: Script, args: readonly string[], isLong?: boolean): Promise<Reply>
  /** Finishes commands in progress, and refuses new ones. */
  close(): Promise<void>
}

export interface LinkOptions {
  readonly url: string
  /** The prefix of all keys of the store. */
  readonly prefix: string
  /** The beginnings, after the prefix, of the keys whose changes are reported. */
  readonly tracked: readonly string[]
  /** Prepares a session before any other command is sent. */
  readonly begin: (session: Session) => Promise<void>
  /** Called with each changed key, without its prefix. Without a key, any may have changed. */
  readonly onChanged: (key?: string) => void
  /** Called when commands can be sent again after a lost session. */
  readonly onBack: () => void
  /** Called when the session ends, with the milliseconds for which Redis had been silent. */
  readonly onLost: (silence: number) => void
}

/** The first and the longest pause between two attempts to connect, in milliseconds. */
const firstPause = 50
const longestPause = 1_000

/** Ids start again with Redis, so an id without its address may be another client's connection. */
interface Connection {
  readonly id: string
  readonly address: string
}

function connectionIn(info: string): Connection | undefined {
  const [, id, address] = /\bid=(\d+) addr=(\S+)/.exec(info) ?? []
  return id === undefined || address === undefined ? undefined : { id, address }
}

/** The two connections of a session. */
interface Pair {
  readonly commands: Client
  readonly changes: Client
  /** The number of long scripts in progress. */
  long: number
  /** Calls `silent` when Redis no longer replies. */
  watch(silent: () => void): void
  /** Returns the milliseconds for which Redis has been silent. */
  silence(): number
  destroy(): void
}

/** Connects. Rejects with a `StoreError` if the first attempt fails. */
export async function openLink(options: LinkOptions): Promise<Link> {
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  let reason: StoreError | undefined
  /** The last connection for commands, as Redis identifies it. */
  let last: Connection | undefined
  let current: Pair | undefined
  let connecting: Pair | undefined
  current = await connect()

  async function connect(): Promise<Pair> {
    let pair: Pair | undefined
    try {
      pair = newPair(options.url)
      connecting = pair
      const { commands, changes } = pair
      // A client does not reconnect when its connection breaks. A new client replaces it.
      for (const client of [commands, changes]) {
        client.on('error', () => lose(pair)).on('end', () => lose(pair))
      }
      pair.watch(() => lose(pair))
      await within(Promise.all([commands.connect(), changes.connect()]), notReachable)
      await begin(pair)
      if (isClosed || !commands.isReady || !changes.isReady) throw notReachable()
      return pair
    } catch (error) {
      pair?.destroy()
      throw toStoreError(error, notReachable)
    } finally {
      connecting = undefined
    }
  }

  async function begin({ commands, changes }: Pair): Promise<void> {
    // Otherwise commands sent on the last connection may reach Redis after later writes.
    if (last) {
      await command(commands, ['CLIENT', 'KILL', 'ID', last.id, 'ADDR', last.address]).catch(
        () => {},
      )
    }
    last = connectionIn(String(await command(commands, ['CLIENT', 'INFO'])))
    changes.on('invalidate', (key: Buffer | string | null) => {
      const name = key?.toString()
      if (name === undefined) options.onChanged()
      else if (name.startsWith(options.prefix)) options.onChanged(name.slice(options.prefix.length))
    })
    // By default the client tracks only keys that it has read. This tracks all with the prefixes.
    const prefixes = options.tracked.flatMap((start) => ['PREFIX', options.prefix + start])
    await command(changes, ['CLIENT', 'TRACKING', 'OFF'])
    await command(changes, ['CLIENT', 'TRACKING', 'ON', 'BCAST', ...prefixes])
    await options.begin({
      command: (...args) => command(commands, args),
      subscribe: (...args) => subscribe({ changes }, ...args),
      unsubscribe: (channel) => within(changes.unsubscribe(channel), notReachable),
    })
  }

  function lose(pair: Pair | undefined): void {
    if (!current || pair !== current) return
    current = undefined
    const silence = pair.silence()
    pair.destroy()
    options.onLost(silence)
    if (!isClosed) reconnect(firstPause)
  }

  function reconnect(pause: number): void {
    timer = setTimeout(() => {
      connect().then(
        (pair) => {
          reason = undefined
          current = pair
          options.onBack()
        },
        (error) => {
          reason = error as StoreError
          if (!isClosed) reconnect(Math.min(2 * pause, longestPause))
        },
      )
    }, pause)
  }

  function ready(): Pair {
    if (isClosed) throw new StoreError('unavailable', 'The store is closed.')
    if (!current) throw reason ?? notReachable()
    return current
  }

  return {
    check: () => void ready(),
    command: async (...args) => command(ready().commands, args),
    subscribe: async (...args) => subscribe(ready(), ...args),
    unsubscribe: async (channel) => within(ready().changes.unsubscribe(channel), notReachable),
    // Sends the text, not a hash that Redis may not know, because a retry would change the order.
    async run({ text }, args, isLong = false) {
      const pair = ready()
      if (isLong) pair.long += 1
      try {
        return await command(pair.commands, ['EVAL', text, '1', options.prefix, ...args])
      } finally {
        if (isLong) pair.long -= 1
      }
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      connecting?.destroy()
      const pair = current
      current = undefined
      // A silent connection would never close, so this waits at most 500 ms.
      await within(Promise.resolve(pair?.commands.close()), inDoubt, 500).catch(() => {})
      pair?.destroy()
    },
  }
}

async function subscribe(
  { changes }: Pick<Pair, 'changes'>,
  ...[channel, hear]: Parameters<Session['subscribe']>
): Promise<void> {
  await within(changes.subscribe(channel, hear), notReachable)
}

function newPair(url: string): Pair {
  const commands = newClient(url)
  const changes = newClient(url)
  let watching: Silence | undefined
  return {
    commands,
    changes,
    long: 0,
    watch(silent) {
      watching = watchForSilence(changes, { mayBeBusy: () => this.long > 0, silent })
    },
    silence: () => watching?.lasts() ?? 0,
    destroy() {
      watching?.end()
      for (const client of [commands, changes]) if (client.isOpen) client.destroy()
    },
  }
}
