// The text that is printed for an unexpected error.

/** Returns the stack of an error, or the thrown value as text. */
export function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
