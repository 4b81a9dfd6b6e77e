/** A word of a POSIX shell, in quotes where it needs them. */
export function forShell(text: string): string {
  return /^[\w./:%@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
