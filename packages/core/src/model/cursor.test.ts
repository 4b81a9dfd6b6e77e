import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { globalClock } from './clock.ts'
import { createCursors } from './cursor.ts'

const cursorsAt = (time: number) => createCursors({ ...globalClock, time: () => time })

describe('a cursor', () => {
  test('is read as the position that it was written for', async () => {
    const cursors = cursorsAt(1_800_000_000_000)
    const reads = fc.property(fc.nat(999_999_999_999_999), (position) => {
      expect(cursors.read(cursors.write(position))).toBe(position)
    })
    await fc.assert(reads)
  })

  test('of another run is the beginning', () => {
    const cursor = cursorsAt(1_800_000_000_000).write(7)
    expect(cursorsAt(1_800_000_000_001).read(cursor)).toBe(0)
  })

  test('fits into a query and a header as it is', () => {
    expect(cursorsAt(1_800_000_000_000).write(123)).toMatch(/^[\w-]+$/)
  })

  test('that is none is the beginning', () => {
    const cursors = cursorsAt(0)
    expect(cursors.read(undefined)).toBe(0)
    for (const text of ['', '0', '7', '0-', '0--7', '0-x', '0-1.5', '0- 7', '1-7', '-7']) {
      expect([text, cursors.read(text)]).toEqual([text, 0])
    }
  })

  test('is the beginning, whatever else it is, and never throws', async () => {
    const cursors = cursorsAt(1_800_000_000_000)
    const reads = fc.property(fc.string(), (text) => {
      expect(cursors.read(text)).toBe(0)
    })
    await fc.assert(reads)
  })
})
