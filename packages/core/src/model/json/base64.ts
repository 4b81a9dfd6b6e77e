// Base64 (RFC 4648, section 4) for bytes in JSON, which has no type for them.

/** Encodes bytes as base64, with padding. */
export function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}

/** Returns the bytes of a body in JSON, which is text, or base64 if `bodyEncoding` is present. */
export function bodyToBytes(given: {
  readonly body: string
  readonly bodyEncoding?: 'base64' | undefined
}): Uint8Array<ArrayBuffer> {
  return given.bodyEncoding ? fromBase64(given.body) : new TextEncoder().encode(given.body)
}
