// Work that is done for all who ask for it at the same time.

/**
 * Runs one after the other. Calls made while it runs share the next run, which begins when this one
 * is over: each caller gets one that began after the call.
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
