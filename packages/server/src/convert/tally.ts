// What is left out, by reason: a recording may have hundreds of images, and nobody reads 500 lines.

export interface Tally {
  add(reason: string, place: string): void
  /** One sentence for each reason, in the order of their first places. */
  sentences(): string[]
}

/** How many places of a reason are shown. */
const shown = 3

export function createTally(): Tally {
  const reasons = new Map<string, { places: string[]; count: number }>()
  return {
    add(reason, place) {
      const entry = reasons.get(reason) ?? { places: [], count: 0 }
      reasons.set(reason, entry)
      entry.count += 1
      if (entry.places.length < shown && !entry.places.includes(place)) entry.places.push(place)
    },
    sentences: () =>
      [...reasons].map(([reason, { places, count }]) => {
        const list = places.join(', ')
        if (count === places.length) return `${list}: ${reason}.`
        return `${count} times, such as ${list}: ${reason}.`
      }),
  }
}
