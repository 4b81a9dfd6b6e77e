// The replies that are asked for most, in as many bytes as they may take.
import type { Reply } from './reply.ts'

export interface ReplyCache {
  get(name: string): Reply | undefined
  /** Keeps it under its name, when it is not too large for the cache; others may have to go. */
  set(reply: Reply): void
  delete(name: string): void
  clear(): void
}

/** Where a reply is in the row, which goes from the oldest to the newest. */
interface Place {
  readonly reply: Reply
  isUsed: boolean
  older: Place | undefined
  newer: Place | undefined
}

/**
 * Goes by SIEVE (Zhang and others, NSDI 2024): a hand goes along the row from the oldest to the
 * newest, and round again. What was asked for since it last came by stays where it is, what was not
 * goes. So a hit moves nothing, and what is asked for once does not push out what is asked for often.
 */
export function createReplyCache(maxBytes: number): ReplyCache {
  const places = new Map<string, Place>()
  let bytes = 0
  let oldest: Place | undefined
  let newest: Place | undefined
  /** Where the next look is taken; `undefined` for the oldest. */
  let hand: Place | undefined

  function remove(place: Place): void {
    const { reply, older, newer } = place
    places.delete(reply.name)
    bytes -= reply.size
    if (older) older.newer = newer
    else oldest = newer
    if (newer) newer.older = older
    else newest = older
    if (hand === place) hand = newer
  }

  function evict(): void {
    let place = hand ?? oldest
    while (place?.isUsed) {
      place.isUsed = false
      place = place.newer ?? oldest
    }
    hand = place
    if (place) remove(place)
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
      const place: Place = { reply, isUsed: false, older: newest, newer: undefined }
      if (newest) newest.newer = place
      else oldest = place
      newest = place
      places.set(reply.name, place)
      bytes += reply.size
    },
    delete: deleteName,
    clear() {
      places.clear()
      bytes = 0
      oldest = undefined
      newest = undefined
      hand = undefined
    },
  }
}
