// Listeners of others.

/** Calls a listener and ignores what it throws: a listener that fails must not fail its caller. */
export function sheltered<Told extends unknown[]>(
  listener: (...told: Told) => void,
): (...told: Told) => void {
  return (...told) => {
    try {
      listener(...told)
    } catch {
      // There is nobody left to tell.
    }
  }
}
