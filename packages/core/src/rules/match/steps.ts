// Limits the work to find the rule that answers a request.

/** A budget of steps. Each is a comparison of two values, and takes about as long as any other. */
export interface Steps {
  /** Takes steps. Returns false if there are not enough left, and from then on. */
  take(count: number): boolean
  /** Whether more steps were taken than the budget has. */
  areSpent(): boolean
  /** The number of steps taken, including those beyond the budget. */
  taken(): number
}

/** Maximum number of steps to find the rule that answers: about 20 milliseconds. */
export const mostSteps = 200_000

/** Maximum number of steps to find the rule that a 404 response names. */
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
