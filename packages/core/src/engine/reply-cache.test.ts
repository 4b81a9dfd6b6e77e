import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Reply } from './reply.ts'
import { createReplyCache, type ReplyCache } from './reply-cache.ts'

function reply(name: string, size = 1, status = 200): Reply {
  return {
    name,
    size,
    status,
    headers: [],
    body: null,
    delay: 0,
    isDefault: true,
    rules: undefined,
  }
}

function filled(maxBytes: number, ...names: string[]): ReplyCache {
  const cache = createReplyCache(maxBytes)
  for (const name of names) cache.set(reply(name))
  return cache
}

/** Returns the names that are cached. Each lookup counts as a use. */
function kept(cache: ReplyCache, names: string): string {
  return [...names].filter((name) => cache.get(name)).join('')
}

describe('the cache of replies', () => {
  test('the cache has the last reply that was set under a name', () => {
    const cache = filled(3, 'a', 'b')
    cache.set(reply('a', 2, 201))
    expect(cache.get('a')?.status).toBe(201)
    expect(kept(cache, 'abc')).toBe('ab')
  })

  test('a full cache drops the oldest reply that was not used', () => {
    const cache = filled(3, 'a', 'b', 'c')
    cache.get('a')
    cache.set(reply('d'))
    expect(kept(cache, 'abcd')).toBe('acd')
  })

  test('a full cache continues after the reply that it dropped last', () => {
    const cache = filled(3, 'a', 'b', 'c')
    cache.get('a')
    cache.set(reply('d'))
    cache.set(reply('e'))
    cache.set(reply('f'))
    cache.set(reply('g'))
    // b, c, d and e were dropped. Then the hand came back to a.
    expect(kept(cache, 'abcdefg')).toBe('afg')
    cache.set(reply('h'))
    expect(kept(cache, 'afgh')).toHaveLength(3)
  })

  test('replies that are used once do not displace those that are used often', () => {
    const cache = filled(10, ...'often')
    for (let i = 0; i < 100; i++) {
      kept(cache, 'often')
      cache.set(reply(String(i)))
    }
    expect(kept(cache, 'often')).toBe('often')
  })

  test('the cache makes room for a large reply, and keeps none larger than itself', () => {
    const cache = filled(3, 'a', 'b', 'c')
    cache.set(reply('d', 3))
    expect(kept(cache, 'abcd')).toBe('d')
    cache.set(reply('d', 4))
    expect(kept(cache, 'abcd')).toBe('')
    cache.set(reply('a', 3))
    expect(kept(cache, 'abcd')).toBe('a')
  })

  test('a cache of 0 bytes keeps nothing', () => {
    expect(kept(filled(0, 'a', 'b'), 'ab')).toBe('')
  })

  test('the cache behaves like SIEVE on an array, after any calls', () => {
    const name = fc.constantFrom(...'abcdefgh')
    const step = fc.oneof(
      fc.tuple(fc.constant('get' as const), name),
      fc.tuple(fc.constant('set' as const), name, fc.integer({ min: 1, max: 12 })),
      fc.tuple(fc.constant('delete' as const), name),
      fc.tuple(fc.constant('clear' as const)),
    )
    void fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const cache = createReplyCache(10)
        const list = createPlainList(10)
        steps.forEach(([call, name = '', size = 1], status) => {
          if (call === 'clear') for (const each of [cache, list]) each.clear()
          else if (call === 'delete') for (const each of [cache, list]) each.delete(name)
          else if (call === 'set')
            for (const each of [cache, list]) each.set(reply(name, size, status))
          else expect(cache.get(name)).toEqual(list.get(name))
        })
        expect(kept(cache, 'abcdefgh')).toBe(kept(list, 'abcdefgh'))
      }),
      { numRuns: 2000 },
    )
  })
})

/** Creates a cache with SIEVE on an array, where the hand is an index. */
function createPlainList(maxBytes: number): ReplyCache {
  let row: { reply: Reply; isUsed: boolean }[] = []
  let hand = 0
  function remove(index: number): void {
    row.splice(index, 1)
    if (index < hand) hand -= 1
    if (hand === row.length) hand = 0
  }
  function bytes(): number {
    return row.reduce((sum, { reply }) => sum + reply.size, 0)
  }
  function indexOf(name: string): number {
    return row.findIndex(({ reply }) => reply.name === name)
  }
  const list: ReplyCache = {
    get(name) {
      const place = row[indexOf(name)]
      if (place) place.isUsed = true
      return place?.reply
    },
    set(reply) {
      list.delete(reply.name)
      if (reply.size > maxBytes) return
      while (bytes() + reply.size > maxBytes) {
        for (let place = row[hand]; place?.isUsed; place = row[hand]) {
          place.isUsed = false
          hand = (hand + 1) % row.length
        }
        remove(hand)
      }
      row.push({ reply, isUsed: false })
    },
    delete(name) {
      const index = indexOf(name)
      if (index !== -1) remove(index)
    },
    clear() {
      row = []
      hand = 0
    },
  }
  return list
}
