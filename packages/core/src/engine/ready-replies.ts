// Replies that are ready, in front of a store. A reply that a write has overtaken is not kept.

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

/** After so many bytes others go first: a large endpoint takes a while to read. */
const mostAtOnce = 1024 * 1024

export interface ReadyReplies {
  find(name: string): Awaitable<Reply | undefined>
  /** The reply if it is ready. */
  peek(name: string): Reply | undefined
  /** Writes something of this name. What it writes is ready from then on, where that costs no reading. */
  write<T>(name: string, write: () => Promise<T>, written?: Written): Promise<T>
  /** Writes something of all these names, of which nothing is kept. */
  writeMany(names: readonly string[], write: () => Promise<void>): Promise<void>
  /** Writes something that may be of any name. */
  writeAll<T>(write: () => Promise<T>): Promise<T>
  /** Drops what is ready of this name, or of all: it was changed by somebody else. */
  drop(name?: string): void
}

/** What a write puts. */
interface Written {
  readonly endpoint?: Endpoint | undefined
  /** A permanent rule, if it is still of this name when the write is over. */
  readonly rule?: (() => Rule | undefined) | undefined
}

export interface ReadyRepliesOptions {
  readonly get: EndpointStore['get']
  /** The permanent rules of an endpoint, newest first; `undefined` when it has none. */
  readonly rulesOf: (name: string) => Awaitable<ReadyRules | undefined>
  readonly mayHaveRules: (name: string) => boolean
  /** How much memory they may take. */
  readonly cacheBytes: number
  /**
   * Whether others write to the store too. Then a write of theirs may already have replaced what was
   * just acknowledged, so it is read again and not kept. Default: false.
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
  /** Reads under way. A write removes its name, so that what was read before it is not kept. */
  const loading = new Map<string, Promise<Reply | undefined>>()
  /** The latest write of each name: an add that another write has overtaken is not kept. */
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

  /** Never throws: nobody would hear of an endpoint that cannot be read either. */
  function readRules(name: string): Awaitable<ReadyRules | undefined> {
    try {
      return rulesOf(name)
    } catch (error) {
      return Promise.reject(error)
    }
  }

  /** What was written is ready at once, unless there are rules to be read with it. */
  function keepWritten(endpoint: Endpoint): void {
    if (mayHaveRules(endpoint.name)) return
    const rules = readRules(endpoint.name)
    if (!isPromiseLike(rules)) keep(toReady(endpoint.name, endpoint, rules))
    // Whoever asks for it next hears of an error.
    else rules.then(undefined, () => {})
  }

  /** Else each rule that is added would have all the others read again. */
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
        // A write that failed may have happened all the same.
        dropOne(name)
        if (writing.get(name) === mine) writing.delete(name)
        if (isLatest && endpoint) keepWritten(endpoint)
        const added = rule?.()
        if (isLatest && added && isSame && before?.rules) keepRule(before, added)
      }
    },
    async writeMany(names, write) {
      // From now on no earlier write of them is the latest one.
      for (const name of names) writing.delete(name)
      try {
        await write()
      } finally {
        await runYielding(dropEach(names))
      }
    },
    async writeAll(write) {
      // From now on no earlier write is the latest one.
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

/** Makes what is kept of an endpoint: its reply with its rules, or only its rules. */
function createToReady(): (
  name: string,
  endpoint: Endpoint | undefined,
  rules: ReadyRules | undefined,
) => Reply | undefined {
  const toReply = createToReply()
  return (name, endpoint, rules) => {
    if (!endpoint && !rules) return undefined
    // A store may return the name it was asked for, which is part of a URL.
    const own = copyText(endpoint?.name ?? name)
    const reply = endpoint ? toReply(renamed(endpoint, own)) : emptyReply(own)
    if (!rules) return reply
    return { ...reply, rules: rules.rules, withoutRules: reply, size: reply.size + rules.weight }
  }
}

/** Its fields one by one: a store may return an object of a class of its own. */
function renamed({ data, statusCode, delay }: Endpoint, name: string): Endpoint {
  return { name, data, statusCode, delay }
}
