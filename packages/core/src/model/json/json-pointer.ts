// JSON Pointers (RFC 6901): names separated by slashes, such as `/customer/email`.

/** Maximum number of characters in a JSON Pointer. */
export const longestPointer = 2048

/** Whether a text is a JSON Pointer (RFC 6901, 3) that is not too long. */
export function isPointer(text: string): boolean {
  if (text.length > longestPointer) return false
  return text === '' || (text.startsWith('/') && !/~(?![01])/.test(text))
}

/** Returns the names and indexes in a JSON Pointer, unescaped. */
export function namesIn(pointer: string): readonly string[] {
  const names = pointer.split('/').slice(1)
  return names.map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
}
