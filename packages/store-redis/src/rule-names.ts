// The endpoints that may have rules, so that reads of others need not ask Redis.

export interface RuleNames {
  mayHave(name: string): boolean
  /** Notes that the rules of this endpoint have changed. */
  changed(name: string): void
  /**
   * Forgets all names. They are known again after the returned function is called with the names
   * that were read from Redis since. After a later call, an earlier function has no effect.
   */
  forget(): (names: readonly string[]) => void
  /** Whether there are many more names than Redis had, because some have no rules any more. */
  hasGrown(): boolean
  /** Returns a function to call if no rules were found. No effect if they changed meanwhile. */
  asking(name: string): () => void
}

export function createRuleNames(): RuleNames {
  let isKnown = false
  let most = 0
  let lastAsked: symbol | undefined
  /** Each name, with a symbol for its last change. */
  const names = new Map<string, symbol>()
  return {
    mayHave: (name) => !isKnown || names.has(name),
    changed: (name) => void names.set(name, Symbol()),
    forget() {
      const asked = Symbol()
      lastAsked = asked
      isKnown = false
      names.clear()
      return (found) => {
        if (lastAsked !== asked) return
        for (const name of found) names.set(name, Symbol())
        isKnown = true
        most = 2 * names.size + 1_000
      }
    },
    hasGrown: () => isKnown && names.size > most,
    asking(name) {
      const before = names.get(name)
      return () => {
        if (before && names.get(name) === before) names.delete(name)
      }
    },
  }
}
