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
})
