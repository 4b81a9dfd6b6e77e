import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nearMisses } from './near-miss.ts'

describe('nearMisses', () => {
  test.each([
    ['a letter too many', 'orderss', 'orders'],
    ['a letter too few', 'oders', 'orders'],
    ['two letters the wrong way round', 'odrers', 'orders'],
    ['another case', 'ORders', 'orDERS'],
    ['all but a third of its letters', 'newxrdxrx', 'neworders'],
    ['the beginning of a name', 'ord', 'orders-of-last-year'],
    ['more than a name', 'orders-of-last-year', 'orders'],
  ])('nearMisses finds a name from %s', (_, wanted, name) => {
    expect(nearMisses(wanted, [name], 1)).toEqual([name])
  })

  test.each([
    ['orders', 'users'],
    ['orders', 'xrdxrx'],
    ['ab', 'cd'],
    ['a', 'b'],
  ])('nearMisses does not take %s for %s', (wanted, name) => {
    expect(nearMisses(wanted, [name], 1)).toEqual([])
  })

  test('nearMisses returns the nearest first, equals in their order, and at most `count`', () => {
    const candidates = ['orders-2', 'orderxx', 'unlike', 'orderz', 'order', 'orders']
    expect(nearMisses('orders', candidates, 10)).toEqual([
      'orders',
      'orderz',
      'order',
      'orders-2',
      'orderxx',
    ])
    expect(nearMisses('orders', candidates, 2)).toEqual(['orders', 'orderz'])
  })

  test('nearMisses with a small `count` returns the first of all close names', () => {
    const name = fc.string({ unit: fc.constantFrom('a', 'b', 'C'), maxLength: 9 })
    const check = (wanted: string, names: string[], count: number): void => {
      const all = nearMisses(wanted, names, Number.POSITIVE_INFINITY)
      expect(nearMisses(wanted, names, count)).toEqual(all.slice(0, count))
    }
    void fc.assert(fc.property(name, fc.array(name), fc.integer({ min: 1, max: 4 }), check))
  })

  test('nearMisses leaves out the last of many long candidates', () => {
    const wanted = `${'ab'.repeat(100)}0`
    const candidates = Array.from({ length: 100 }, (_, i) => `${'ba'.repeat(100)}${i}`)
    expect(nearMisses(wanted, candidates, 100)).toHaveLength(4)
    expect(nearMisses('order', [...candidates, 'orders'], 1)).toEqual(['orders'])
  })
})
