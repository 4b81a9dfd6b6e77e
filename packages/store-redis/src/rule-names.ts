// Which endpoints may have rules, so that a read of one that has none need not ask.

export interface RuleNames {
  mayHave(name: string): boolean
  /** The rules of this one have changed. */
  changed(name: string): void
  /**
   * From now on nothing is known, until the returned function is called with those that Redis has told
   * since. What was asked before a later call tells nothing.
   */
  forget(): (names: readonly string[]) => void
  /** Whether there are many more than Redis has told: those whose rules are gone are among them. */
  hasGrown(): boolean
  /** Returns what to call when the endpoint turns out to have none, unless they change meanwhile. */
  asking(name: string): () => void
}

export function createRuleNames(): RuleNames {
  let isKnown = false
  let most = 0
  let lastAsked: symbol | undefined
  /** Each name with what tells one change from another. */
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
