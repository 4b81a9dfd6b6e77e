// The way to Redis: made again when it breaks, and told apart from one that has gone quiet.
//
// Two connections are made, lost and closed together. Commands and their replies are on one, what has
// changed and what daemons publish on the other: Redis ends one that listens when replies pile up.
// Whoever hears a token of the fence has heard before of every change that was made before it.
// Not the global ones, which fake timers replace.
import { clearTimeout, setTimeout } from 'node:timers'
import { StoreError } from '@mock-endpoint/core'
import type { Script } from '../scripts.ts'
import { type Argument, type Client, command, newClient, type Reply, within } from './client.ts'
import { type Silence, watchForSilence } from './silence.ts'
import { inDoubt, notReachable, toStoreError } from './store-error.ts'

export interface Session {
  command(...args: readonly Argument[]): Promise<Reply>
  /** Until the session ends, or until it is not wanted any more. */
  subscribe(channel: string, hear: (message: string) => void): Promise<void>
  unsubscribe(channel: string): Promise<void>
}

export interface Link extends Session {
  /** Throws when nothing can be asked at the moment. */
  check(): void
  /** Redis replies to nobody while it runs a script: `isLong` says that this one may take seconds. */
  run(script: Script, args: readonly string[], isLong?: boolean): Promise<Reply>
  /** Finishes what is under way. From now on everything is refused. */
  close(): Promise<void>
}

export interface LinkOptions {
  readonly url: string
  /** What all keys of the store begin with. */
  readonly prefix: string
  /** The beginnings, below the prefix, of the keys whose changes are told. */
  readonly tracked: readonly string[]
  /** Prepares a session before anything else is asked of it. */
  readonly begin: (session: Session) => Promise<void>
  /** Is told the keys below the prefix that have changed, by whomever; with nothing when any may have. */
  readonly onChanged: (key?: string) => void
  /** Is told that everything can be asked again, after a session that has ended. */
  readonly onBack: () => void
  /** Is told that the session has ended, and for how many milliseconds Redis had said nothing. */
  readonly onLost: (silence: number) => void
}

/** The pauses between two tries to connect, in milliseconds. */
const firstPause = 50
const longestPause = 1_000

/** Ids begin again when Redis does: by its id alone it may be the connection of somebody else. */
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
  /** How many long scripts are under way. */
  long: number
  /** Calls that when Redis says nothing any more. */
  watch(silent: () => void): void
  /** For how many milliseconds it has said nothing. */
  silence(): number
  destroy(): void
}

/** Connects. Rejects with a `StoreError` when that fails the first time. */
export async function openLink(options: LinkOptions): Promise<Link> {
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  let reason: StoreError | undefined
  /** What Redis knows the connection of the last commands by. */
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
      // A connection that breaks is not made again by its client, but by a new one.
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
    // What was sent on the last one may still arrive at Redis, behind what is written from now on.
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
    // The client asks for the changes of what it has read; these are the changes of everything.
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
    // With its text, which Redis may have forgotten: sent again later, it would overtake others.
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
      // One that stands still would not let go.
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
