// What an error says of how it came about.

/** An error followed by its chain of causes. The innermost cause comes last. */
export function causesOf(error: unknown): unknown[] {
  const isLast = !(error instanceof Error) || error.cause === undefined
  return isLast ? [error] : [error, ...causesOf(error.cause)]
}

/** The `code` that Node and databases give to an error, such as `ENOENT`. */
export function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === undefined ? undefined : String(code)
}
