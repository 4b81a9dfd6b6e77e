// CRC-32C (RFC 3720, appendix B.4), eight bytes at a time, with the mask of LevelDB.

const polynomial = 0x82f63b78
/** Table n: the contribution of a byte that is followed by n bytes. */
const tables: readonly Int32Array[] = makeTables()

function makeTables(): Int32Array[] {
  const first = Int32Array.from({ length: 256 }, (_, byte) => {
    let crc = byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ polynomial : crc >>> 1
    return crc
  })
  const all = [first]
  while (all.length < 8) {
    const last = all.at(-1) ?? first
    all.push(last.map((crc) => at(first, crc & 255) ^ (crc >>> 8)))
  }
  return all
}

function at(table: Int32Array, byte: number): number {
  return table[byte] as number
}

/** Returns the checksum of these bytes as an unsigned number. */
export function crc32c(bytes: Uint8Array): number {
  const [t0, t1, t2, t3, t4, t5, t6, t7] = tables as readonly [
    Int32Array,
    Int32Array,
    Int32Array,
    Int32Array,
    Int32Array,
    Int32Array,
    Int32Array,
    Int32Array,
  ]
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = bytes.byteLength
  let crc = -1
  let i = 0
  for (; i + 8 <= end; i += 8) {
    const low = crc ^ view.getInt32(i, true)
    const high = view.getInt32(i + 4, true)
    crc =
      at(t7, low & 255) ^
      at(t6, (low >>> 8) & 255) ^
      at(t5, (low >>> 16) & 255) ^
      at(t4, low >>> 24) ^
      at(t3, high & 255) ^
      at(t2, (high >>> 8) & 255) ^
      at(t1, (high >>> 16) & 255) ^
      at(t0, high >>> 24)
  }
  for (; i < end; i++) crc = at(t0, (crc ^ (bytes[i] as number)) & 255) ^ (crc >>> 8)
  return ~crc >>> 0
}

/** Whether bytes have this checksum. LevelDB masks checksums because data may contain some. */
export function hasChecksum(bytes: Uint8Array, masked: number): boolean {
  const crc = crc32c(bytes)
  return (((crc >>> 15) | (crc << 17)) + 0xa282ead8) >>> 0 === masked
}
