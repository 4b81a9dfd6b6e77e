// Reads a log of LevelDB: blocks of 32 KiB, with records that have a checksum and are split at the
// end of a block. The manifest has the same format.
import { hasChecksum } from './crc32c.ts'

export interface Log {
  readonly records: readonly Uint8Array[]
  /** The damage in words, with the byte offset. */
  readonly damages: readonly string[]
  /** Byte offset of an incomplete last record, which a crash during a write leaves. */
  readonly tornAt: number | undefined
}

const blockSize = 32_768
const headerSize = 7

const full = 1
const first = 2
const last = 4

interface Fragment {
  readonly type: number
  readonly payload: Uint8Array
  readonly end: number
}

/** Reads the records that can be read. After damage it continues with the next sound record. */
export function readLog(bytes: Uint8Array): Log {
  const records: Uint8Array[] = []
  const damages: string[] = []
  let begun: { readonly at: number; readonly parts: Uint8Array[] } | undefined
  /** Whether a record's beginning was damaged, so that its rest does not count as more damage. */
  let isSkipping = false
  let at = 0

  while (at < bytes.byteLength) {
    const left = blockSize - (at % blockSize)
    if (left < headerSize) {
      at += left
      continue
    }
    const fragment = readFragment(bytes, at, left)
    if (fragment === 'torn') return { records, damages, tornAt: begun?.at ?? at }
    if (typeof fragment === 'string') {
      damages.push(`${fragment} at byte ${at}`)
      begun = undefined
      isSkipping = true
      at = findFragment(bytes, at + 1, at + left) ?? at + left
      continue
    }
    const { type, payload, end } = fragment
    const begins = type === full || type === first
    if (begins) isSkipping = false
    if (begins === (begun !== undefined) && !isSkipping) {
      damages.push(`lacks a part of a record at byte ${at}`)
    }
    begun = begins ? { at, parts: [] } : begun
    begun?.parts.push(payload)
    if (begun && (type === full || type === last)) {
      records.push(concat(begun.parts))
      begun = undefined
    }
    at = end
  }
  return { records, damages, tornAt: begun?.at }
}

/** Returns a sound fragment, `torn` if the file ends in an incomplete one, or the damage. */
function readFragment(bytes: Uint8Array, at: number, left: number): Fragment | string {
  const rest = bytes.subarray(at)
  if (rest.every((byte) => byte === 0)) return 'torn'
  if (rest.byteLength < headerSize) return 'torn'
  const type = rest[headerSize - 1] ?? 0
  const { checksum, end } = readHeader(rest)
  if (end > left) return 'has a length that cannot be'
  if (end > rest.byteLength) {
    // The checksum fits the rest of the file, so only the length is wrong. It is not torn.
    if (hasChecksum(rest.subarray(headerSize - 1), checksum)) return 'has a length that cannot be'
    const isLast = findFragment(bytes, at + 1, bytes.byteLength) === undefined
    return isLast ? 'torn' : 'has a length that cannot be'
  }
  if (!hasChecksum(rest.subarray(headerSize - 1, end), checksum)) return 'has a wrong checksum'
  if (type < full || type > last) return 'has a record of an unknown kind'
  return { type, payload: rest.subarray(headerSize, end), end: at + end }
}

/** Returns the position of the first sound fragment in a range. */
function findFragment(bytes: Uint8Array, from: number, to: number): number | undefined {
  for (let at = from; at <= Math.min(to, bytes.byteLength) - headerSize; at++) {
    const fragment = bytes.subarray(at, at + blockSize)
    const type = fragment[headerSize - 1] ?? 0
    if (type < full || type > last) continue
    const { checksum, end } = readHeader(fragment)
    if (end > fragment.byteLength) continue
    if (hasChecksum(fragment.subarray(headerSize - 1, end), checksum)) return at
  }
  return undefined
}

function readHeader(bytes: Uint8Array): { readonly checksum: number; readonly end: number } {
  const [a = 0, b = 0, c = 0, d = 0, low = 0, high = 0] = bytes
  const checksum = a + b * 2 ** 8 + c * 2 ** 16 + d * 2 ** 24
  return { checksum, end: headerSize + low + high * 256 }
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const [only] = parts
  return only && parts.length === 1 ? only : new Uint8Array(Buffer.concat(parts))
}
