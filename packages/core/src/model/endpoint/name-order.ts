// Names in the order of their UTF-8 bytes. A reader sees each name once, whatever is written meanwhile.

import { compareUtf8 } from '../json/utf8.ts'
import type { NameRange } from '../store/store.ts'

export interface NameOrder {
  added(name: string): void
  removed(name: string): void
  cleared(): void
  /** The names of a range, as they are when they are reached. */
  inRange(range: NameRange): Generator<string>
}

/** `all` returns the names in any order. They are sorted when somebody first asks for a range. */
export function createNameOrder(all: () => Iterable<string>): NameOrder {
  let sorted: string[] | undefined
  /** Those that were added since, which have no place yet: many together find theirs sooner. */
  let fresh: string[] = []

  function inOrder(): string[] {
    if (!sorted) sorted = [...all()].sort(compareUtf8)
    else if (fresh.length > fewNames) sorted = merged(sorted, fresh.sort(compareUtf8))
    else for (const name of fresh) sorted.splice(firstFrom(sorted, name), 0, name)
    fresh = []
    return sorted
  }

  return {
    added(name) {
      if (sorted) fresh.push(name)
    },
    removed(name) {
      if (!sorted) return
      const names = inOrder()
      names.splice(firstFrom(names, name), 1)
    },
    cleared() {
      sorted = undefined
      fresh = []
    },
    *inRange({ prefix = '', after }) {
      let last = after
      for (let i = 0; ; i++) {
        const names = inOrder()
        // It has just begun, or names before this one have come or gone.
        if (i === 0 || names[i - 1] !== last)
          i = Math.max(firstFrom(names, prefix), firstAfter(names, last))
        const name = names[i]
        if (!name?.startsWith(prefix)) return
        last = name
        yield name
      }
    },
  }
}

/** So many names are put into their places one by one. */
const fewNames = 16

/** All names of two lists that are in order. */
function merged(names: readonly string[], others: readonly string[]): string[] {
  const all: string[] = []
  let i = 0
  for (const other of others) {
    for (; i < names.length && compareUtf8(names[i] ?? '', other) < 0; i++) all.push(names[i] ?? '')
    all.push(other)
  }
  for (; i < names.length; i++) all.push(names[i] ?? '')
  return all
}

/** Where the first name is that does not come before this one. */
function firstFrom(names: readonly string[], wanted: string): number {
  let low = 0
  for (let high = names.length; low < high; ) {
    const middle = (low + high) >>> 1
    if (compareUtf8(names[middle] ?? '', wanted) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** Where the first name is that comes after this one, or after none. */
function firstAfter(names: readonly string[], wanted: string | undefined): number {
  const first = firstFrom(names, wanted ?? '')
  return names[first] === wanted ? first + 1 : first
}
