// What errors say of how they came about, and a shelter from those of listeners.

/** An error followed by its chain of causes. The innermost cause comes last. */
export function causesOf(error: unknown): unknown[] {
  const causes = new Set([error])
  let last = error
  // An error may be its own cause.
  while (last instanceof Error && last.cause !== undefined && !causes.has(last.cause)) {
    last = last.cause
    causes.add(last)
  }
  return [...causes]
}

/** The `code` that Node and databases give to an error, such as `ENOENT`. */
export function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === undefined ? undefined : String(code)
}

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
