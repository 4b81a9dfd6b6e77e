import { beforeAll, describe, expect, test } from 'vitest'
import { endpoint, putAll } from '../../../core/src/store-contract/cases.ts'
import { flipped, inStore, noise, only, written } from '../test/level-folder.ts'
import { type Log, readLog } from './log.ts'

const blockSize = 32_768
const headerSize = 7

/** The log of a store in which endpoints with data of these lengths were put. */
async function logOf(...lengths: readonly number[]): Promise<Uint8Array> {
  const files = await written((path) =>
    inStore(path, async (store) => {
      for (const [i, length] of lengths.entries()) {
        await store.put(endpoint(`${i}`, { data: noise(length - 2, i + 1) }))
      }
    }),
  )
  return only(files, /\.log$/)[1]
}

/** The ends of the records in a log of one block. */
function endsOf(log: Uint8Array): number[] {
  const ends = [0]
  for (let at = 0; at < log.byteLength; ends.push(at)) {
    at += headerSize + (log[at + 4] ?? 0) + (log[at + 5] ?? 0) * 256
  }
  return ends
}

function expectSound(log: Log, records: number): void {
  expect(log).toMatchObject({ damages: [], tornAt: undefined })
  expect(log.records).toHaveLength(records)
}

/** Expects that every record is one of the whole log, in the same order. */
function expectPartOf({ records }: Log, whole: Log): void {
  let from = 0
  for (const record of records) {
    const i = whole.records.findIndex((each, at) => at >= from && isEqual(each, record))
    expect(i).toBeGreaterThanOrEqual(from)
    from = i + 1
  }
}

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.byteLength === b.byteLength && a.every((byte, i) => byte === b[i])
}

test('an empty file is a log without records', () => {
  expectSound(readLog(new Uint8Array(0)), 0)
})

describe('a small log', () => {
  let log: Uint8Array
  let whole: Log
  beforeAll(async () => {
    const files = await written((path) => inStore(path, (store) => putAll(store, 'a', 'b', 'c')))
    log = only(files, /\.log$/)[1]
    whole = readLog(log)
  })

  test('a log has a record for each batch: one of the store, and one for each endpoint', () => {
    expectSound(whole, 4)
    const bytes = whole.records.reduce((sum, record) => sum + headerSize + record.byteLength, 0)
    expect(bytes).toBe(log.byteLength)
  })

  test('a log with any one bit changed is damaged', () => {
    for (let bit = 0; bit < log.byteLength * 8; bit++) {
      const found = readLog(flipped(log, bit))
      expect(found.damages.length, `bit ${bit & 7} of byte ${bit >>> 3}`).toBeGreaterThan(0)
      expectPartOf(found, whole)
    }
  })

  test('a log with a damaged record gives the records before and after it', () => {
    const ends = endsOf(log)
    for (const [i, start] of ends.slice(0, -1).entries()) {
      const rest = whole.records.filter((_, record) => record !== i)
      for (const byte of [start, start + 4, start + 6, start + headerSize]) {
        expect(readLog(flipped(log, byte * 8)).records).toEqual(rest)
      }
    }
  })

  test('a log cut at any byte is a shorter log, or torn where its last record begins', () => {
    const ends = endsOf(log)
    for (let cut = 0; cut <= log.byteLength; cut++) {
      const before = ends.filter((end) => end <= cut)
      expect(readLog(log.subarray(0, cut))).toEqual({
        records: whole.records.slice(0, before.length - 1),
        damages: [],
        tornAt: before.at(-1) === cut ? undefined : before.at(-1),
      })
    }
  })

  test('a log with zeros after it is torn', () => {
    for (const zeros of [1, headerSize, 100, blockSize, 3 * blockSize]) {
      const found = readLog(Uint8Array.of(...log, ...new Uint8Array(zeros)))
      expect(found).toEqual({ ...whole, tornAt: log.byteLength })
    }
  })

  test('a log with a tail of zeros is torn between two records and damaged inside one', () => {
    const ends = endsOf(log)
    for (let from = 0; from < log.byteLength; from++) {
      const found = readLog(log.slice().fill(0, from))
      if (ends.includes(from)) expect(found).toMatchObject({ damages: [], tornAt: from })
      else expect(found.damages.length).toBeGreaterThan(0)
      expectPartOf(found, whole)
    }
  })
})

describe('a log of several blocks', () => {
  test('a record that is split at the end of a block is read as one', async () => {
    const log = await logOf(100, 3 * blockSize, 100)
    const whole = readLog(log)
    expectSound(whole, 4)
    const data = noise(3 * blockSize - 2, 2)
    expect(new TextDecoder().decode(whole.records[2])).toContain(`endpoint/1`)
    expect(new TextDecoder().decode(whole.records[2])).toContain(data)
  })

  test('a log of several blocks is torn where its cut record begins', async () => {
    const log = await logOf(100, 3 * blockSize)
    const [, , from = 0] = endsOf(log)
    for (const cut of [from + 1, blockSize, blockSize + 3, 2 * blockSize, log.byteLength - 1]) {
      const { records, damages, tornAt } = readLog(log.subarray(0, cut))
      expect([records.length, damages, tornAt]).toEqual([2, [], from])
    }
  })

  test('a log of several blocks with a changed bit is damaged and gives the other records', async () => {
    const log = await logOf(100, 3 * blockSize, 100)
    const whole = readLog(log)
    for (const byte of [
      blockSize - 1,
      blockSize,
      blockSize + 4,
      blockSize + 5,
      2 * blockSize + 6,
    ]) {
      const { records, damages } = readLog(flipped(log, byte * 8 + 3))
      expect(damages.length).toBeGreaterThan(0)
      expect(records).toEqual(whole.records.filter((_, i) => i !== 2))
    }
  })

  test('a log without its first block is damaged because a record lacks a part', async () => {
    const log = await logOf(100, 3 * blockSize, 100)
    const lost = readLog(log.subarray(blockSize))
    expect(lost.damages[0]).toBe('lacks a part of a record at byte 0')
    expect(lost.records).toHaveLength(1)
  })

  // The rest of the block: nothing, less than a header, exactly a header, or more.
  test.each(Array.from({ length: 10 }, (_, left) => left))(
    'a log whose record ends %i bytes before the next block is read',
    async (left) => {
      const usual = 20_000
      const [, , end = 0] = endsOf(await logOf(usual))
      const log = await logOf(usual + blockSize - end - left, 100, 100)
      const whole = readLog(log)
      expectSound(whole, 4)
      if (left > 0 && left < headerSize) {
        // These bytes are not read.
        for (let bit = 1; bit <= left * 8; bit++) {
          const found = readLog(flipped(log, blockSize * 8 - bit))
          expectSound(found, 4)
          expectPartOf(found, whole)
        }
      }
      const damaged = readLog(flipped(log, 1000 * 8))
      expect(damaged.damages).toHaveLength(1)
      expect(damaged.records).toEqual(whole.records.filter((_, i) => i !== 1))
    },
  )
})
