// Names in the order of their UTF-8 bytes. A reader sees each name once, whatever is written meanwhile.
import type { NameRange } from './store.ts'
import { compareUtf8 } from './utf8.ts'

export interface NameOrder {
  added(name: string): void
  removed(name: string): void
  cleared(): void
  /** The names of a range, as they are when their turn comes. */
  inRange(range: NameRange): Generator<string>
}

/** `all` returns the names in any order. They are sorted when somebody first asks for a range. */
export function createNameOrder(all: () => Iterable<string>): NameOrder {
  let sorted: string[] | undefined
  let changes = 0

  return {
    added(name) {
      changes += 1
      sorted?.splice(firstFrom(sorted, name), 0, name)
    },
    removed(name) {
      changes += 1
      sorted?.splice(firstFrom(sorted, name), 1)
    },
    cleared() {
      changes += 1
      sorted = undefined
    },
    *inRange({ prefix = '', after }) {
      let last = after
      let seen = -1
      for (let i = 0; ; i++) {
        sorted ??= [...all()].sort(compareUtf8)
        if (seen !== changes) {
          i = Math.max(firstFrom(sorted, prefix), last === undefined ? 0 : firstAfter(sorted, last))
        }
        seen = changes
        const name = sorted[i]
        if (!name?.startsWith(prefix)) return
        last = name
        yield name
      }
    },
  }
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

function firstAfter(names: readonly string[], wanted: string): number {
  const first = firstFrom(names, wanted)
  return names[first] === wanted ? first + 1 : first
}
