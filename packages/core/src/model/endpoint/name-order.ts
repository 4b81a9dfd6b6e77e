// Names in the order of their UTF-8 bytes. A reader never sees a name twice, even during writes.

import { compareUtf8 } from '../json/utf8.ts'
import type { NameRange } from '../store/store.ts'

export interface NameOrder {
  added(name: string): void
  removed(name: string): void
  cleared(): void
  /** Yields the names of a range. Changes apply to the names that it has not reached yet. */
  inRange(range: NameRange): Generator<string>
}

/** `all` returns the names in any order. They are sorted when a range is first read. */
export function createNameOrder(all: () => Iterable<string>): NameOrder {
  let sorted: string[] | undefined
  /** Names added since the sort. They get their places later, which is faster for many at once. */
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
        // At the start, or after names before this one were added or removed.
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

/** The maximum number of new names that are inserted one by one. More are merged. */
const fewNames = 16

/** Merges two sorted lists of names. */
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

/** Returns the index of the first name that is not before `wanted`. */
function firstFrom(names: readonly string[], wanted: string): number {
  let low = 0
  for (let high = names.length; low < high; ) {
    const middle = (low + high) >>> 1
    if (compareUtf8(names[middle] ?? '', wanted) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** Returns the index of the first name after `wanted`, or of the first name if `undefined`. */
function firstAfter(names: readonly string[], wanted: string | undefined): number {
  const first = firstFrom(names, wanted ?? '')
  return names[first] === wanted ? first + 1 : first
}
