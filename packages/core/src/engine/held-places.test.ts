import { expect, test } from 'vitest'
import { createHeldPlaces, type Holder } from './held-places.ts'

const gate: Holder = { endpoint: 'orders', rule: 'gate' }

function fill(limit: number, ...holders: readonly Holder[]) {
  const places = createHeldPlaces({ limit, connections: new WeakMap() })
  return { places, ends: holders.map((holder) => places.take(holder)) }
}

const refusal = (rules: object[], detail: string) =>
  expect.objectContaining({
    code: 'too-many-held',
    message: expect.stringContaining(detail),
    extensions: { limit: expect.any(Number), rules },
  })

test('a refusal names the three rules that hold the most responses', () => {
  const counts = [1, 4, 2, 3, 4]
  const holders = counts.flatMap((count, i) =>
    new Array<Holder>(count).fill({ endpoint: `of ${i}`, rule: `rule ${i}` }),
  )
  const { places } = fill(holders.length, ...holders)
  const rules = [1, 4, 3].map((i) => ({ endpoint: `of ${i}`, rule: `rule ${i}`, held: counts[i] }))
  const detail =
    '14 responses are being held back already: 4 by rule `rule 1` of `of 1`, 4 by rule `rule 4` of `of 4`, 3 by rule `rule 3` of `of 3`. Release them,'
  expect(() => places.take(gate)).toThrow(refusal(rules, detail))
})

test('a place that is given back is free and no longer counts for its rule', () => {
  const other = { endpoint: 'a', rule: 'other' }
  const { places, ends } = fill(3, gate, gate, other)
  ends[0]?.()
  ends[1]?.()
  places.take(other)
  places.take(other)
  expect(() => places.take(gate)).toThrow(
    refusal([{ ...other, held: 3 }], ': 3 by rule `other` of `a`.'),
  )
})

test('each connection has its own hundred places', () => {
  const { places } = fill(1000)
  const connection = { destroy: () => {} }
  for (let i = 0; i < 100; i++) places.take(gate, connection)
  expect(() => places.take(gate, connection)).toThrow(
    '100 responses are being held back already on this connection; try again',
  )
  places.take(gate, { destroy: () => {} })
})
