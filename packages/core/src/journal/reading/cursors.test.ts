import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createCursors } from './cursors.ts'

describe('a cursor', () => {
  const cursors = createCursors('a1')

  test('a cursor is read as the position that was written', async () => {
    const reads = fc.property(fc.nat(999_999_999_999_999), (position) => {
      expect(cursors.read(cursors.write(position))).toBe(position)
    })
    await fc.assert(reads)
  })

  test('a cursor of another run is read as undefined', () => {
    for (const run of ['a', 'a11', '1', 'b1']) {
      expect(cursors.read(createCursors(run).write(7))).toBeUndefined()
    }
  })

  test('a cursor needs no encoding in a query or a header', () => {
    expect(cursors.write(123)).toMatch(/^[\w-]+$/)
  })

  test('a malformed cursor is read as undefined', () => {
    expect(cursors.read(undefined)).toBeUndefined()
    const texts = ['', 'a1', 'a17', '7', 'a1-', 'a1--7', 'a1-x', 'a1-1.5', 'a1- 7', 'a1-7-7', 'b-7']
    for (const text of texts) expect([text, cursors.read(text)]).toEqual([text, undefined])
  })

  test('any other text is read as undefined and never throws', async () => {
    const reads = fc.property(fc.string(), (text) => {
      expect(cursors.read(text)).toBeUndefined()
    })
    await fc.assert(reads)
  })
})
