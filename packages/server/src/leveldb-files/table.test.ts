import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { endpoint } from '../../../core/src/store-contract/cases.ts'
import { flipped, inStore, noise, only, written } from '../test/level-folder.ts'
import { damagesOfTable, entriesOf } from './table.ts'

const footerSize = 48

const names = Array.from({ length: 60 }, (_, i) => `endpoint ${i + 10}`)
/** Some that Snappy compresses by texts and by near and far copies, and some that it cannot. */
const dataOf = (i: number) => (i % 3 === 0 ? noise(400, i + 1) : `"${`${i}, `.repeat(90 + i)}"`)

/** The first table of a store, made from the log of its first opening. */
async function tableOf(): Promise<Uint8Array> {
  const files = await written(async (path) => {
    await inStore(path, async (store) => {
      for (const [i, name] of names.entries()) await store.put(endpoint(name, { data: dataOf(i) }))
    })
    await inStore(path)
  })
  return only(files, /\.ldb$/)[1]
}

function read(table: Uint8Array): string[] {
  const decoder = new TextDecoder()
  return [...entriesOf(table)].map(
    ({ key, value }) => `${decoder.decode(key.subarray(0, -8))}=${decoder.decode(value)}`,
  )
}

describe('a table', () => {
  let table: Uint8Array
  let whole: readonly string[]
  /** The starts of the blocks of entries, and the start of the block of filters after them. */
  let blocks: number[]
  beforeAll(async () => {
    table = await tableOf()
    whole = read(table)
    const damaged = Array.from({ length: table.byteLength }, (_, byte) => {
      const [first = ''] = damagesOfTable(flipped(table, byte * 8))
      return /block at byte (\d+)/.exec(first)?.[1]
    })
    blocks = [...new Set(damaged.flatMap((at) => at ?? []))].map(Number)
  })

  test('a table gives back the entries that were put, in order', () => {
    expect([...damagesOfTable(table)]).toEqual([])
    const endpoints = names.map((name, i) => `endpoint/${name}=200 0 ${dataOf(i)}`)
    expect(whole.filter((entry) => entry.startsWith('endpoint/'))).toEqual(endpoints)
    expect(whole.filter((entry) => entry.startsWith('meta/'))).toContain('meta/count=60')
  })

  test('a table has several blocks of entries and one of filters', () => {
    expect(blocks.length).toBeGreaterThan(4)
    expect(blocks[0]).toBe(0)
  })

  test('a table with a changed bit is damaged, unless the bit is unused in its footer', () => {
    const unused = unusedOf(table)
    expect(unused.size).toBeGreaterThan(20 * 8)
    const last = (table.byteLength - 300) * 8
    // One bit of each byte, and all bits of the filters' index, the index and the footer.
    for (let bit = 0; bit < table.byteLength * 8; bit += bit < last ? 9 : 1) {
      const [damage] = damagesOfTable(flipped(table, bit))
      expect(damage !== undefined, `bit ${bit & 7} of byte ${bit >>> 3}`).toBe(!unused.has(bit))
    }
  })

  test('a table with a damaged block gives the entries of its other blocks', () => {
    // The last block has the filters. Without it, no entries are missing.
    for (const [i, block] of blocks.entries()) {
      const damaged = flipped(table, block * 8 + 20)
      const isFilter = i === blocks.length - 1
      expect([...damagesOfTable(damaged)]).toEqual([`has a damaged block at byte ${block}`])
      const left = new Set(read(damaged))
      expect([...left]).toEqual(whole.filter((entry) => left.has(entry)))
      expect(left.size === whole.length).toBe(isFilter)
      const lost = whole.filter((entry) => entry.startsWith('endpoint/') && !left.has(entry))
      expect(lost.length).toBeLessThan(20)
    }
  })

  test('a table with an unreadable index gives no entries and reports the damage', () => {
    const damaged = flipped(table, (table.byteLength - footerSize - 10) * 8)
    expect([...damagesOfTable(damaged)]).toEqual([
      expect.stringMatching(/^has an index that cannot be read: Its checksum is wrong/),
    ])
    expect(read(damaged)).toEqual([])
  })

  test('a table that is cut is damaged and gives no entries', () => {
    for (let length = 0; length < table.byteLength; length += 7) {
      const cut = table.subarray(0, length)
      expect([...damagesOfTable(cut)]).toEqual([expect.stringMatching(/It has no footer/)])
      expect(read(cut)).toEqual([])
    }
  })

  test('a table with zeros in place of data is damaged, and its other entries are read', () => {
    const zeroed = table.slice().fill(0, 0, 4096)
    expect([...damagesOfTable(zeroed)].length).toBeGreaterThan(0)
    expect(read(zeroed).length).toBeGreaterThan(0)
    expect([...damagesOfTable(new Uint8Array(4096))]).toHaveLength(1)
  })
})

test('random bytes before the magic number of a footer are damaged and give no entries', () => {
  const magic = [0x57, 0xfb, 0x80, 0x8b, 0x24, 0x75, 0x47, 0xdb]
  const law = fc.property(fc.uint8Array({ minLength: 40, maxLength: 300 }), (bytes) => {
    const table = Uint8Array.of(...bytes, ...magic)
    expect([...damagesOfTable(table)]).toHaveLength(1)
    expect([...entriesOf(table)]).toEqual([])
  })
  fc.assert(law, { numRuns: 1000 })
})

/**
 * The unused bits of a footer: between its two handles, which are four numbers, and its last eight
 * bytes; also the last number's continuation bit, because the zero after it adds nothing.
 */
function unusedOf(table: Uint8Array): ReadonlySet<number> {
  const end = table.byteLength - 8
  let at = table.byteLength - footerSize
  for (let numbers = 0; numbers < 4; at++) if ((table[at] ?? 0) < 128) numbers++
  const between = Array.from({ length: (end - at) * 8 }, (_, i) => at * 8 + i)
  return new Set([at * 8 - 1, ...between])
}
