// From the bytes of a JSON body to its text, strictly: what is no UTF-8 is refused with its place.
import { notJson } from './json-text.ts'

/** The text of a JSON body. A leading byte order mark is dropped; bytes that are no UTF-8 throw `invalid-json` with their place. */
export function decodeJsonBytes(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const start = validPrefix(bytes)
    const text = new TextDecoder('utf-8').decode(bytes.subarray(0, start))
    const hex = (bytes[start] ?? 0).toString(16).toUpperCase().padStart(2, '0')
    throw notJson(
      text,
      text.length,
      `byte ${start} (0x${hex}) is not valid UTF-8; send the body as UTF-8`,
    )
  }
}

/** How many bytes from the start are whole, valid characters. */
function validPrefix(bytes: Uint8Array): number {
  let valid = 0
  let invalid = bytes.length
  while (invalid - valid > 1) {
    const middle = (valid + invalid) >>> 1
    if (isUtf8(bytes.subarray(0, middle), { mayEndEarly: true })) valid = middle
    else invalid = middle
  }
  // The prefix may end inside a character: step back to where that one starts.
  while (!isUtf8(bytes.subarray(0, valid), { mayEndEarly: false })) valid -= 1
  return valid
}

function isUtf8(bytes: Uint8Array, { mayEndEarly }: { mayEndEarly: boolean }): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: mayEndEarly })
    return true
  } catch {
    return false
  }
}
