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
  ])('finds a name from %s', (_, wanted, name) => {
    expect(nearMisses(wanted, [name], 1)).toEqual([name])
  })

  test.each([
    ['orders', 'users'],
    ['orders', 'xrdxrx'],
    ['ab', 'cd'],
    ['a', 'b'],
  ])('does not take %s for %s', (wanted, name) => {
    expect(nearMisses(wanted, [name], 1)).toEqual([])
  })

  test('gives the nearest first, equals in their order, and no more than asked for', () => {
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

  test('are the first of all that are close, however few are wanted', () => {
    const name = fc.string({ unit: fc.constantFrom('a', 'b', 'C'), maxLength: 9 })
    const check = (wanted: string, names: string[], count: number): void => {
      const all = nearMisses(wanted, names, Number.POSITIVE_INFINITY)
      expect(nearMisses(wanted, names, count)).toEqual(all.slice(0, count))
    }
    void fc.assert(fc.property(name, fc.array(name), fc.integer({ min: 1, max: 4 }), check))
  })

  test('leaves out the rest when it may not go on, and asks only before it compares', () => {
    const asked: number[] = []
    const candidates = ['unlike-in-its-length', 'ordera', 'orderb', 'orderc', 'order']
    const found = nearMisses('orders', candidates, 3, (work) => asked.push(work) < 3)
    expect(found).toEqual(['ordera', 'orderb'])
    expect(asked).toEqual([36, 36, 36])
  })
})
