// A set whose members come and go with requests. A `Set` replaces its table now and then, and in V8
// the old table refers to the new one. Once the old table is in the old generation, it keeps all
// later members in memory until that generation is collected.

/** A set whose `add` returns the function that removes the member. */
export interface Members<T extends object> extends Iterable<T> {
  /** Returns a function that removes the member, and returns whether it was still there. */
  add(member: T): () => boolean
  readonly size: number
}

/** Creates an empty set. */
export function createMembers<T extends object>(): Members<T> {
  const places: (T | undefined)[] = []
  const free: number[] = []
  return {
    get size() {
      return places.length - free.length
    },
    add(member) {
      const place = free.pop() ?? places.length
      places[place] = member
      return () => {
        if (places[place] !== member) return false
        places[place] = undefined
        free.push(place)
        return true
      }
    },
    *[Symbol.iterator]() {
      // By index, because members may be removed during the iteration.
      for (let i = 0; i < places.length; i++) {
        const member = places[i]
        if (member) yield member
      }
    },
  }
}
