// How much work may be done to find the rule that answers a request.

/** A number of steps, each a comparison of two values that takes about as long as any other. */
export interface Steps {
  /** Takes so many; false when there are not so many left, and from then on. */
  take(count: number): boolean
  /** Whether more were wanted than there are. */
  areSpent(): boolean
  /** How many were wanted. */
  taken(): number
}

/** How many it may take to find the rule that answers: some twenty milliseconds. */
export const mostSteps = 200_000

/** How many it may take to find the rule that a 404 names. */
export const mostToName = 50_000

export function createSteps(most: number = mostSteps): Steps {
  let left = most
  return {
    take(count) {
      left -= count
      return left >= 0
    },
    areSpent: () => left < 0,
    taken: () => most - left,
  }
}
