// Runs work once for all callers that ask for it at the same time.

/**
 * Returns a function that never runs twice at a time. Calls during a run share the next run, which
 * begins when the current one ends, so that each caller gets a run that began after its call.
 */
export function coalesced(run: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> | undefined
  let next: Promise<void> | undefined

  function begin(): Promise<void> {
    next = undefined
    const begun = run().finally(() => {
      if (current === begun) current = undefined
    })
    current = begun
    return begun
  }

  return () => {
    if (!current) return begin()
    next ??= current.then(begin, begin)
    return next
  }
}
