// Text and its UTF-8 bytes.

/** The length of a text in UTF-8. */
export function byteLength(text: string): number {
  return new TextEncoder().encode(text).byteLength
}

/** The text that bytes are, with a mark of its order if it has one; `undefined` when they are not UTF-8. */
export function textIn(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** The same text on its own: a part of a larger one keeps all of that in memory. */
export function copyText(text: string): string {
  // Through UTF-8 it would lose a byte order mark, and lone surrogates.
  return JSON.parse(JSON.stringify(text))
}

/**
 * A part of a larger text on its own. Only where both are long, and much the same, is it not worth a
 * copy.
 */
export function detach(part: string, whole: string): string {
  return part.length > longEnough && 2 * part.length >= whole.length ? part : copyText(part)
}

const longEnough = 2048

/**
 * Orders texts by their UTF-8 bytes, as every store does. Differs from `sort()`, which orders
 * UTF-16 units, where one text has a character beyond U+FFFF and the other one of U+E000-U+FFFF.
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

/** Surrogates, which stand for characters beyond U+FFFF, moved behind all other units. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit
}
