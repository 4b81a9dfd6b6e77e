// Keeps the most requested replies within a limit of bytes.
import type { Reply } from './reply.ts'

export interface ReplyCache {
  get(name: string): Reply | undefined
  /** Caches a reply under its name, unless it is larger than the whole cache. May evict others. */
  set(reply: Reply): void
  delete(name: string): void
  clear(): void
}

/** A reply in the circle, which runs from the oldest to the newest and back to the oldest. */
interface Place {
  readonly reply: Reply
  isUsed: boolean
  older: Place
  newer: Place
}

/**
 * SIEVE (Zhang and others, NSDI 2024): a hand moves round the circle. A reply that was requested
 * since the hand last passed stays in its place. Any other is evicted. A hit moves nothing, and
 * replies requested once do not evict replies requested often.
 */
export function createReplyCache(maxBytes: number): ReplyCache {
  const places = new Map<string, Place>()
  const end = createEnd()
  let bytes = 0
  let hand = end

  function remove(place: Place): void {
    const { reply, older, newer } = place
    places.delete(reply.name)
    bytes -= reply.size
    older.newer = newer
    newer.older = older
    if (hand === place) hand = newer
  }

  function evict(): void {
    while (hand.isUsed) {
      hand.isUsed = hand === end
      hand = hand.newer
    }
    remove(hand)
  }

  function deleteName(name: string): void {
    const place = places.get(name)
    if (place) remove(place)
  }

  return {
    get(name) {
      const place = places.get(name)
      if (place) place.isUsed = true
      return place?.reply
    },
    set(reply) {
      deleteName(reply.name)
      if (reply.size > maxBytes) return
      while (bytes + reply.size > maxBytes) evict()
      const place: Place = { reply, isUsed: false, older: end.older, newer: end }
      end.older.newer = place
      end.older = place
      places.set(reply.name, place)
      bytes += reply.size
    },
    delete: deleteName,
    clear() {
      places.clear()
      bytes = 0
      hand = end.older = end.newer = end
    },
  }
}

/** The place between newest and oldest, without a reply. Always in use, so never evicted. */
function createEnd(): Place {
  const end = { isUsed: true } as Place
  return Object.assign(end, { older: end, newer: end })
}
