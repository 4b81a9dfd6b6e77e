/** Returns a text as one word of a POSIX shell, in quotes if it needs them. */
export function forShell(text: string): string {
  return /^[\w./:%@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
