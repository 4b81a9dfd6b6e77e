// The causes and codes of errors, and protection from errors of listeners.

/** Returns an error followed by its chain of causes. The innermost cause comes last. */
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

/** Returns the `code` that Node and databases give to an error, such as `ENOENT`. */
export function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === undefined ? undefined : String(code)
}

/** Wraps a listener so that its errors are ignored: a listener must not make its caller fail. */
export function sheltered<Told extends unknown[]>(
  listener: (...told: Told) => void,
): (...told: Told) => void {
  return (...told) => {
    try {
      listener(...told)
    } catch {
      // There is no listener left to report it to.
    }
  }
}
