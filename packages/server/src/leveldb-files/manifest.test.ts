import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { putAll } from '../../../core/src/store-contract/cases.ts'
import { compact, type Files, filesOf, inStore, only, written } from '../test/level-folder.ts'
import { readLog } from './log.ts'
import { type Manifest, readManifest } from './manifest.ts'

function manifestOf(files: Files): Manifest {
  return readManifest(readLog(only(files, /^MANIFEST-/)[1]).records)
}

/** The numbers and sizes of the existing tables. */
function tablesIn(files: Files): [number, number][] {
  const tables = [...files].filter(([name]) => name.endsWith('.ldb')).sort()
  return tables.map(([name, bytes]) => [Number.parseInt(name, 10), bytes.byteLength])
}

function sorted({ tables }: Manifest): [number, number][] {
  return [...tables].sort(([a], [b]) => a - b)
}

describe('the manifest of a store', () => {
  test('the manifest of a new store names its log and no table', async () => {
    const files = await written((path) => inStore(path, (store) => putAll(store, 'a')))
    const { tables, log } = manifestOf(files)
    expect(tables.size).toBe(0)
    expect(log).toBe(Number.parseInt(only(files, /\.log$/)[0], 10))
  })

  test('the manifest of a store that was opened several times names its tables and its log', async () => {
    await written(async (path) => {
      for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) {
        await inStore(path, (store) => putAll(store, name))
        const files = await filesOf(path)
        const manifest = manifestOf(files)
        // Tables that were merged may still exist until the next opening.
        expect(tablesIn(files)).toEqual(expect.arrayContaining(sorted(manifest)))
        expect(manifest.tables.size > 0).toBe(name !== 'a')
        expect(files.has(`${String(manifest.log).padStart(6, '0')}.log`)).toBe(true)
      }
    })
  })

  test('the manifest of a store whose tables were merged names the remaining table', async () => {
    const files = await written(async (path) => {
      for (const name of ['a', 'b', 'c']) await inStore(path, (store) => putAll(store, name))
      await compact(path)
    })
    const tables = sorted(manifestOf(files))
    expect(tables).toHaveLength(1)
    expect(tablesIn(files)).toEqual(expect.arrayContaining(tables))
  })
})

describe('the records of a manifest', () => {
  const text = (...codes: number[]) => [codes.length, ...codes]

  test('the records of a manifest add up to the tables, ranges and log that remain', () => {
    const first = [1, ...text(97, 98), 2, 3, 9, 0, 3, 5, 4, 0x80, 1]
    const tag = [0, 0, 0, 0, 0, 0, 0, 0]
    const range = [...text(1, ...tag), ...text(2, ...tag)]
    const second = [7, 0, 5, 0xac, 2, ...range, 7, 0, 6, 9, ...range]
    const third = [5, 1, ...text(7), 6, 0, 5, 7, 1, 8, 4, ...range, 2, 7]
    const records = [first, second, third].map((bytes) => Uint8Array.from(bytes))
    const tables = new Map([[5, 300]]).set(6, 9)
    const ranges = (...numbers: number[]) =>
      new Map(numbers.map((number) => [number, [Uint8Array.of(1), Uint8Array.of(2)]]))
    expect(readManifest(records.slice(0, 2))).toEqual({ tables, ranges: ranges(5, 6), log: 3 })
    const last = new Map([[6, 9]]).set(8, 4)
    expect(readManifest(records)).toEqual({ tables: last, ranges: ranges(6, 8), log: 7 })
    expect(readManifest([])).toEqual({ tables: new Map(), ranges: new Map(), log: 0 })
  })

  test.each([[[8, 1]], [[0]], [[10]], [[2]], [[7, 0, 5, 300]], [[1, 5, 97]]])(
    'the record %j is refused',
    (bytes) => {
      expect(() => readManifest([Uint8Array.from(bytes)])).toThrow(RangeError)
    },
  )

  test('records of random bytes are read, or refused with a RangeError', () => {
    const law = fc.property(fc.array(fc.uint8Array({ maxLength: 50 })), (records) => {
      try {
        readManifest(records)
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError)
      }
    })
    fc.assert(law, { numRuns: 1000 })
  })
})
