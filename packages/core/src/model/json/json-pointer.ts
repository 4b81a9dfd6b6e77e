// JSON Pointers (RFC 6901): names separated by slashes, such as `/customer/email`.

/** How many characters one may have. */
export const longestPointer = 2048

/** Whether a text is one (RFC 6901, 3). */
export function isPointer(text: string): boolean {
  if (text.length > longestPointer) return false
  return text === '' || (text.startsWith('/') && !/~(?![01])/.test(text))
}

/** Its names, or indexes. */
export function namesIn(pointer: string): readonly string[] {
  const names = pointer.split('/').slice(1)
  return names.map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
}
