// A table of LevelDB: sorted entries in blocks, each with a checksum, and an index of the blocks.
import { hasChecksum } from './crc32c.ts'
import { createReader, type Reader } from './reader.ts'
import { uncompress } from './snappy.ts'

export interface TableEntry {
  /** The key, followed by the sequence number and the kind of the write. */
  readonly key: Uint8Array
  readonly value: Uint8Array
}

/** Offset and size of a block, in bytes. */
interface Handle {
  readonly offset: number
  readonly size: number
}

const footerSize = 48
const magic = [0x57, 0xfb, 0x80, 0x8b, 0x24, 0x75, 0x47, 0xdb]
/** Bytes after each block: the kind of its compression, and its checksum. */
const trailerSize = 5

/** Yields the damage in a table, block by block; nothing if it is sound. */
export function* damagesOfTable(table: Uint8Array): Generator<string> {
  try {
    const { meta, index } = readFooter(table)
    // The entries of `meta` are filters, which show LevelDB that a key is absent.
    for (const handles of [handlesIn(table, meta), handlesIn(table, index)]) {
      for (const handle of handles) {
        if (!isSound(table, handle)) yield `has a damaged block at byte ${handle.offset}`
      }
    }
  } catch (error) {
    yield `has an index that cannot be read: ${error instanceof Error ? error.message : error}`
  }
}

/** Yields the entries that can be read. */
export function* entriesOf(table: Uint8Array): Generator<TableEntry> {
  const handles = readable(() => handlesIn(table, readFooter(table).index))
  for (const handle of handles) yield* readable(() => [...entriesIn(readBlock(table, handle))])
}

/** Returns an empty list if `read` fails, which `damagesOfTable` reports. */
function readable<T>(read: () => readonly T[]): readonly T[] {
  try {
    return read()
  } catch {
    return []
  }
}

function readFooter(table: Uint8Array): { readonly meta: Handle; readonly index: Handle } {
  const footer = table.subarray(-footerSize)
  const isTable = magic.every((byte, i) => footer[footerSize - magic.length + i] === byte)
  if (footer.byteLength < footerSize || !isTable) throw new RangeError('It has no footer.')
  const reader = createReader(footer)
  return { meta: toHandle(reader), index: toHandle(reader) }
}

function handlesIn(table: Uint8Array, handle: Handle): Handle[] {
  const entries = [...entriesIn(readBlock(table, handle))]
  return entries.map(({ value }) => toHandle(createReader(value)))
}

function toHandle(reader: Reader): Handle {
  return { offset: reader.varint(), size: reader.varint() }
}

function isSound(table: Uint8Array, { offset, size }: Handle): boolean {
  if (offset + size + trailerSize > table.byteLength) return false
  const trailer = createReader(table.subarray(offset + size, offset + size + trailerSize))
  trailer.byte()
  return hasChecksum(table.subarray(offset, offset + size + 1), trailer.fixed32())
}

/** Returns the contents of a block. Throws when it is damaged. */
function readBlock(table: Uint8Array, handle: Handle): Uint8Array {
  const { offset, size } = handle
  if (!isSound(table, handle)) throw new RangeError('Its checksum is wrong.')
  const block = table.subarray(offset, offset + size)
  const compression = table[offset + size]
  if (compression === 0) return block
  if (compression === 1) return uncompress(block)
  throw new RangeError(`It is compressed in a way (${compression}) that is not known.`)
}

/** Yields the entries of a block. A key is stored without the prefix shared with the last one. */
function* entriesIn(block: Uint8Array): Generator<TableEntry> {
  const restarts = createReader(block.subarray(-4)).fixed32()
  const reader = createReader(block.subarray(0, block.byteLength - 4 * (restarts + 1)))
  let key = new Uint8Array(0)
  while (!reader.isAtEnd()) {
    const shared = reader.varint()
    const added = reader.varint()
    const length = reader.varint()
    const next = new Uint8Array(shared + added)
    next.set(key.subarray(0, shared))
    next.set(reader.bytes(added), shared)
    key = next
    yield { key, value: reader.bytes(length) }
  }
}
