// Bytes in JSON, which has none: as base64 (RFC 4648, section 4).

/** With padding. */
export function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}

/** The bytes of a body as JSON has it: as text, or as base64 when `bodyEncoding` says so. */
export function bodyToBytes(given: {
  readonly body: string
  readonly bodyEncoding?: 'base64' | undefined
}): Uint8Array<ArrayBuffer> {
  return given.bodyEncoding ? fromBase64(given.body) : new TextEncoder().encode(given.body)
}
