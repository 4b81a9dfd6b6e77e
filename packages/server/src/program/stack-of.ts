// What an error prints that nobody has expected.

/** All that helps to find the fault: the stack, or what was thrown. */
export function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
