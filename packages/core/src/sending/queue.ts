// First in, first out.

export interface Queue<T> {
  readonly size: number
  add(item: T): void
  /** Takes the first one out. */
  next(): T | undefined
}

export function createQueue<T>(): Queue<T> {
  let items: (T | undefined)[] = []
  let first = 0
  return {
    get size() {
      return items.length - first
    },
    add: (item) => void items.push(item),
    next() {
      if (first === items.length) return undefined
      const item = items[first]
      items[first] = undefined
      first += 1
      // Half of them are gone: each item is moved once, on the average.
      if (first > 100 && first * 2 > items.length) {
        items = items.slice(first)
        first = 0
      }
      return item
    },
  }
}
