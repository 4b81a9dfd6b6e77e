/**
 * The store on Redis or Valkey.
 *
 * @module @mock-endpoint/store-redis
 */
import { hostname } from 'node:os'
// Not the global ones, which fake timers replace.
import { clearTimeout, setTimeout } from 'node:timers'
import { parseUrl, type SharedStore, StoreError } from '@mock-endpoint/core'
import { createCountedRules } from './counted-rules.ts'
import { createAsks } from './daemons/asks.ts'
import { createFence } from './daemons/fence.ts'
import { createListeners } from './daemons/listeners.ts'
import { createSharing } from './daemons/sharing.ts'
import { type Link, openLink, type Session } from './link/link.ts'
import { watchForPauses } from './link/pauses.ts'
import { checkSettings, type Durability } from './link/settings.ts'
import { createReads } from './reads.ts'
import { createRequestLog } from './request-log.ts'
import { createRuleNames } from './rule-names.ts'
import { format } from './scripts.ts'
import { createWrites, type Writes } from './writes.ts'

export type {
  Arrival,
  Awaitable,
  CapturedBody,
  CountedRules,
  End,
  Endpoint,
  EndpointStore,
  FollowQuery,
  Forwarded,
  HeaderPairs,
  Journal,
  JournalEntry,
  JournalEvent,
  JournalLimits,
  JournalView,
  NameRange,
  NetworkFault,
  Outcome,
  PageQuery,
  RecordedRequest,
  RecordedResponse,
  Recorder,
  RequestFilter,
  RequestPage,
  RuleMismatch,
  SentResponse,
  SharedStore,
  Sharing,
  StoreChange,
  StoredRule,
} from '@mock-endpoint/core'
export type { Durability } from './link/settings.ts'

/** Options of `openRedisStore`. */
export interface RedisStoreOptions {
  /** The beginning of the keys of the store. Default: `mock-endpoint`. */
  readonly prefix?: string | undefined
  /**
   * Milliseconds from the last reply of Redis, during which a disconnected daemon may respond from
   * its cache. Detecting that Redis is silent takes up to 2 seconds. Default: 3,000.
   */
  readonly staleLimit?: number | undefined
  /**
   * The name of this daemon in requests and in the health response. Default: the name of the
   * machine and the id of the process, with a colon in between.
   */
  readonly name?: string | undefined
  /** Whether Redis may drop keys when it is full (`maxmemory-policy`). Default: false. */
  readonly allowEviction?: boolean | undefined
}

/** A store on Redis, and the durability of its writes. */
export interface RedisStore extends SharedStore {
  /** What an acknowledged write survives. */
  readonly durability: Durability
}

/**
 * Opens a store whose endpoints and rules are in Redis (6.2 or later) or Valkey, for any number of
 * daemons. The URL has the form `redis://user:password@host:port/database`, or `rediss://` with
 * TLS.
 *
 * A write resolves when Redis has acknowledged it and every other store on the same keys has
 * received it, so that later reads there are never older. A store that does not reply within 200 ms
 * is not waited for. Which failures a write survives is a setting of Redis (`appendfsync`).
 *
 * When the connection breaks, it is restored. Until then calls reject (`unavailable`). A call that
 * was in progress rejects (`timeout`), because a write may have happened. `watch` reports that
 * everything may have changed when `staleLimit` has passed, and when the connection is restored.
 *
 * Rejects with a `TypeError` if the URL is not one, and with a `StoreError` (`unavailable`) if Redis cannot be reached, refuses the store, or may
 * drop keys when it is full.
 */
export async function openRedisStore(
  url: string,
  {
    prefix: root = 'mock-endpoint',
    staleLimit = 3_000,
    name = `${hostname()}:${process.pid}`,
    allowEviction = false,
  }: RedisStoreOptions = {},
): Promise<RedisStore> {
  if (!/^rediss?:\/\/./.test(url)) {
    throw new TypeError(`The URL of Redis is such as redis://localhost:6379, and not ${url}.`)
  }
  // A cluster finds the node of a key by its part in braces, which is the same for all keys.
  const prefix = `${root}:{root}:`
  const { watch, tell } = createListeners()
  const ruleNames = createRuleNames()
  const channels = `${prefix}${databaseOf(url)}:`
  const asks = createAsks(channels)
  const fence = createFence(asks)
  const log = createRequestLog({
    ...{ name, prefix, asks },
    channel: `${channels}appended`,
    link: () => opened?.link ?? missing(),
  })
  const dropAll = (): void => tell({ kind: 'all', hasOtherRules: false })
  // Writers do not wait for a paused process, so it may have missed writes.
  const watching = watchForPauses(dropAll)
  let durability: Durability = 'unknown'
  let isClosed = false
  /** Set once the store is open. Other daemons may write before that. */
  let opened: { readonly link: Link; readonly writes: Writes } | undefined
  let stale: NodeJS.Timeout | undefined

  async function begin(session: Session): Promise<void> {
    durability = await checkSettings(session, allowEviction)
    await checkFormat(session, prefix)
    await asks.begin(session)
    await readRuleNames(session)
    await log.begin(session)
    clearTimeout(stale)
    tell({ kind: 'all' })
  }

  async function readRuleNames({ command }: Pick<Session, 'command'>): Promise<void> {
    const set = ruleNames.forget()
    set((await command('ZRANGE', `${prefix}ruled`, '0', '-1')) as string[])
  }

  function hear(key?: string): void {
    const name = key?.slice(2)
    // Only permanent rules, because uses of temporary rules are counted in Redis.
    const isOfRules = key?.startsWith('t:') ?? false
    if (name === undefined) log.forgetIds()
    else if (!key?.startsWith('e:')) ruleNames.changed(name)
    // Until the names are read, each read of an endpoint asks for its rules.
    const isUnknown = name === undefined || ruleNames.hasGrown()
    if (opened && isUnknown) void readRuleNames(opened.link).catch(() => {})
    // Redis reports our own changes too. With those disabled, it would also leave out what other
    // daemons write to the same key in the same moment.
    const hasOtherRules = isOfRules && !opened?.writes.mayChangeRules()
    tell(name === undefined ? { kind: 'all' } : { kind: 'changed', name, hasOtherRules })
  }

  /** Counts from when Redis fell silent, because later writes of other daemons are missed. */
  function lose(silence: number): void {
    ruleNames.forget()
    stale = setTimeout(dropAll, Math.max(0, staleLimit - silence))
  }

  function check(): void {
    if (isClosed) throw new StoreError('unavailable', 'The store is closed.')
    link.check()
  }

  const tracked = ['e:', 't:', 'x:']
  const opening = openLink({
    url,
    prefix,
    tracked,
    begin,
    onChanged: hear,
    onBack: log.back,
    onLost: lose,
  })
  const link = await opening.catch((error) => {
    watching.stop()
    throw error
  })
  const writes = createWrites({ link, fence, ruleNames, check })
  opened = { link, writes }
  const checked = guarded(link, check)
  const rules = createCountedRules(checked, prefix, writes)
  const sharing = createSharing({ asks, log, link: checked, rules, durability: () => durability })

  return {
    kind: 'redis',
    get durability() {
      return durability
    },
    ...createReads(checked, prefix, ruleNames),
    ...writes.calls,
    watch,
    sharing,
    async check() {
      await checked.command('SET', `${prefix}check`, '1')
      // The settings may have changed since the session began.
      durability = await checkSettings(checked, allowEviction)
    },
    async close() {
      isClosed = true
      await Promise.allSettled([writes.idle(), log.finish()])
      clearTimeout(stale)
      watching.stop()
      await link.close()
    },
  }
}

/** Returns the database number, for names of channels, which all databases share. */
function databaseOf(url: string): string {
  const path = parseUrl(url)?.pathname ?? ''
  return path.slice(1) || '0'
}

function missing(): never {
  throw new StoreError('unavailable', 'The store is not open.')
}

/** Returns the link with a check before each command and script. */
function guarded(link: Link, check: () => void): Link {
  return {
    ...link,
    check,
    async command(...args) {
      check()
      return link.command(...args)
    },
    async run(...args) {
      check()
      return link.run(...args)
    },
  }
}

async function checkFormat(session: Session, prefix: string): Promise<void> {
  const found = await session.command('GET', `${prefix}format`)
  if (found === null || found === format) return
  const detail = `The store has format ${String(found)}; this version reads format ${format}.`
  throw new StoreError('unavailable', detail)
}
