// A set whose members come and go with requests. A `Set` makes a new table every so often, and V8's old one
// leads to it: once it is among what lives long, it keeps all later members until that is collected.

/** A set, which each member leaves by what `add` returned for it. */
export interface Members<T extends object> extends Iterable<T> {
  /** Returns what takes it out again, and whether it was still there. */
  add(member: T): () => boolean
  readonly size: number
}

/** An empty set. */
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
      // By their places: whoever is told may take others out.
      for (let i = 0; i < places.length; i++) {
        const member = places[i]
        if (member) yield member
      }
    },
  }
}
