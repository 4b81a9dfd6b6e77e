// Names and ranges of names as UTF-8 bytes, for databases that order keys by bytes.

import { compareUtf8 } from '../json/utf8.ts'
import { type NameRange, StoreError } from '../store/store.ts'

export function toBytes(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}

/** Decodes a name. Throws a `StoreError` (`corrupt`) if the bytes are not UTF-8. */
export function fromBytes(bytes: unknown): string {
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
    return decoder.decode(bytes as BufferSource)
  } catch (cause) {
    throw new StoreError('corrupt', 'A stored name cannot be read.', { cause })
  }
}

/** The names from `from`, which is included, to `to`, which is not. */
export interface ByteRange {
  readonly from: Uint8Array<ArrayBuffer>
  readonly to: Uint8Array<ArrayBuffer>
}

/** Returns a range as bytes, or `undefined` if no name can be in it. */
export function toByteRange({ prefix = '', after }: NameRange): ByteRange | undefined {
  const to = endOf(toBytes(prefix))
  if (after === undefined || compareUtf8(after, prefix) < 0) return { from: toBytes(prefix), to }
  if (!after.startsWith(prefix)) return undefined
  // The first bytes after those of `after`.
  const end = [...toBytes(after), 0]
  return { from: new Uint8Array(end), to }
}

/** Returns the first bytes after all that begin with these. UTF-8 has no byte 0xFF. */
function endOf(prefix: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const last = prefix.at(-1)
  if (last === undefined) return new Uint8Array([0xff])
  const end = prefix.slice()
  end[end.length - 1] = last + 1
  return end
}
