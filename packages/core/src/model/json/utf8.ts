// Text and its UTF-8 bytes.

/** Returns the length of a text in UTF-8 bytes. */
export function byteLength(text: string): number {
  return new TextEncoder().encode(text).byteLength
}

/** Decodes UTF-8, and keeps a byte order mark. Returns `undefined` if the bytes are not UTF-8. */
export function textIn(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Copies a text, because a part of a larger text keeps all of that in memory. */
export function copyText(text: string): string {
  // A copy by way of UTF-8 would lose a byte order mark and lone surrogates.
  return JSON.parse(JSON.stringify(text))
}

/**
 * Copies a part of a larger text, so that the whole can be freed. A long part that is at least half
 * of the whole is returned as it is, because a copy would save little.
 */
export function detach(part: string, whole: string): string {
  return part.length > longEnough && 2 * part.length >= whole.length ? part : copyText(part)
}

const longEnough = 2048

/**
 * Compares texts by their UTF-8 bytes, in the order of every store. `sort()` compares UTF-16 units
 * and differs where one text has a character above U+FFFF and the other one of U+E000-U+FFFF.
 */
export function compareUtf8(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i)
    const y = b.charCodeAt(i)
    if (x !== y) return rank(x) - rank(y)
  }
  return a.length - b.length
}

/** Ranks surrogates, which encode characters above U+FFFF, after all other units. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit
}
