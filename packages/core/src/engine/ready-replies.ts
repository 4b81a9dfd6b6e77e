// A cache of ready replies in front of a store. A reply that a write has made stale is not kept.

import type { Endpoint } from '../model/endpoint/endpoint.ts'
import { copyText } from '../model/json/utf8.ts'
import type { Rule } from '../model/rule/rule.ts'
import { weightOf } from '../model/rule/rule-weight.ts'
import type { EndpointStore } from '../model/store/store.ts'
import { type Awaitable, isPromiseLike } from '../model/time/awaitable.ts'
import { createPace, runYielding, type Yielding } from '../model/time/yielding.ts'
import { createActiveRule } from '../rules/active-rule.ts'
import type { ReadyRules } from './ready-rules.ts'
import { createToReply, emptyReply, type Reply } from './reply.ts'
import { createReplyCache } from './reply-cache.ts'

/** Bytes read before other work gets a turn, because a large endpoint takes a while to read. */
const mostAtOnce = 1024 * 1024

export interface ReadyReplies {
  find(name: string): Awaitable<Reply | undefined>
  /** Returns the reply if it is cached. */
  peek(name: string): Reply | undefined
  /** Runs a write to this name. Then caches the record, if that needs no read of the store. */
  write<T>(name: string, write: () => Promise<T>, written?: Written): Promise<T>
  /** Runs a write to all these names, and drops their replies. */
  writeMany(names: readonly string[], write: () => Promise<void>): Promise<void>
  /** Runs a write that may change any name, and drops all replies. */
  writeAll<T>(write: () => Promise<T>): Promise<T>
  /** Drops the reply of this name, or all, because another writer changed the store. */
  drop(name?: string): void
}

/** The endpoint or the rule that a write puts. */
interface Written {
  readonly endpoint?: Endpoint | undefined
  /** Returns the permanent rule, if it still belongs to this name after the write. */
  readonly rule?: (() => Rule | undefined) | undefined
}

export interface ReadyRepliesOptions {
  readonly get: EndpointStore['get']
  /** Returns the stored rules of an endpoint in the order they are tried, `undefined` for none. */
  readonly rulesOf: (name: string) => Awaitable<ReadyRules | undefined>
  readonly mayHaveRules: (name: string) => boolean
  /** Maximum memory of all cached replies, in bytes. */
  readonly cacheBytes: number
  /**
   * Whether the store has other writers. Then a written record is not cached but read again, as
   * another writer may already have replaced it. Default: false.
   */
  readonly isShared?: boolean
}

export function createReadyReplies({
  get,
  rulesOf,
  mayHaveRules,
  cacheBytes,
  isShared = false,
}: ReadyRepliesOptions): ReadyReplies {
  const toReady = createToReady()
  const pace = createPace(mostAtOnce)
  const cache = createReplyCache(cacheBytes)
  /** Reads in progress. A write removes its name, so that an older read is not cached. */
  const loading = new Map<string, Promise<Reply | undefined>>()
  /** The latest write of each name. The record of an earlier write is not cached. */
  const writing = new Map<string, symbol>()

  function load(name: string): Awaitable<Reply | undefined> {
    const found = pace.begin(() => get(name))
    const rules = readRules(name)
    if (!isPromiseLike(found) && !isPromiseLike(rules)) return keep(toReady(name, found, rules))
    const load: Promise<Reply | undefined> = Promise.all([found, rules])
      .then(([endpoint, rules]) => {
        const reply = toReady(name, endpoint, rules)
        return loading.get(name) === load ? keep(reply) : reply
      })
      .finally(() => {
        if (loading.get(name) === load) loading.delete(name)
      })
    loading.set(name, load)
    return load
  }

  function keep(reply: Reply | undefined): Reply | undefined {
    if (!reply) return undefined
    pace.count(reply.size)
    cache.set(reply)
    return reply
  }

  /** Rejects instead of throwing, so that a failed read of the endpoint is handled too. */
  function readRules(name: string): Awaitable<ReadyRules | undefined> {
    try {
      return rulesOf(name)
    } catch (error) {
      return Promise.reject(error)
    }
  }

  /** Caches a written endpoint, unless it has rules that must be read first. */
  function keepWritten(endpoint: Endpoint): void {
    if (mayHaveRules(endpoint.name)) return
    const rules = readRules(endpoint.name)
    if (!isPromiseLike(rules)) keep(toReady(endpoint.name, endpoint, rules))
    // The next request for it gets the error.
    else rules.then(undefined, () => {})
  }

  /** Adds a rule to a cached reply, so that the write of a rule needs no read of all others. */
  function keepRule(reply: Reply, rule: Rule): void {
    const former = reply.rules?.addFirst(createActiveRule(rule))
    const growth = weightOf(rule) - (former ? weightOf(former.rule) : 0)
    cache.set({ ...reply, size: reply.size + growth })
  }

  function dropOne(name: string): void {
    loading.delete(name)
    cache.delete(name)
  }

  function* dropEach(names: readonly string[]): Yielding<void> {
    for (const [i, name] of names.entries()) {
      dropOne(name)
      if (i % 1000 === 999) yield
    }
  }

  function dropAll(): void {
    loading.clear()
    cache.clear()
  }

  return {
    peek: (name) => cache.get(name),
    find: (name) => cache.get(name) ?? loading.get(name) ?? load(name),
    async write(name, write, { endpoint, rule } = {}) {
      const mine = Symbol()
      writing.set(name, mine)
      const before = cache.get(name)
      let isLatest = false
      try {
        const result = await write()
        isLatest = writing.get(name) === mine && !isShared
        return result
      } finally {
        const isSame = cache.get(name) === before
        // A write that failed may still have taken effect.
        dropOne(name)
        if (writing.get(name) === mine) writing.delete(name)
        if (isLatest && endpoint) keepWritten(endpoint)
        const added = rule?.()
        if (isLatest && added && isSame && before?.rules) keepRule(before, added)
      }
    },
    async writeMany(names, write) {
      // From now on, the records of earlier writes to these names are not cached.
      for (const name of names) writing.delete(name)
      try {
        await write()
      } finally {
        await runYielding(dropEach(names))
      }
    },
    async writeAll(write) {
      // From now on, the records of earlier writes are not cached.
      writing.clear()
      try {
        return await write()
      } finally {
        dropAll()
      }
    },
    drop(name) {
      if (name === undefined) {
        writing.clear()
        return dropAll()
      }
      writing.delete(name)
      dropOne(name)
    },
  }
}

/** Returns a function that makes the cached reply of an endpoint, which may have only rules. */
function createToReady(): (
  name: string,
  endpoint: Endpoint | undefined,
  rules: ReadyRules | undefined,
) => Reply | undefined {
  const toReply = createToReply()
  return (name, endpoint, rules) => {
    if (!endpoint && !rules) return undefined
    // A store may return the requested name itself, which is part of a URL and would keep it alive.
    const own = copyText(endpoint?.name ?? name)
    const reply = endpoint ? toReply(renamed(endpoint, own)) : emptyReply(own)
    if (!rules) return reply
    return { ...reply, rules: rules.rules, withoutRules: reply, size: reply.size + rules.weight }
  }
}

/** Copies the fields one by one, because a store may return an instance of its own class. */
function renamed({ data, statusCode, delay }: Endpoint, name: string): Endpoint {
  return { name, data, statusCode, delay }
}
