import { expect, test } from 'vitest'
import { handClock } from '../test/hand-clock.ts'
import { type Allowance, createAllowance } from './allowance.ts'

const free = 300_000

/** An allowance by a clock that moves when told to, and by so much at each look. */
function open(perLook = 0) {
  let now = 0
  let looks = 0
  const allowance = createAllowance({
    ...handClock(),
    now() {
      looks += 1
      now += perLook
      return now
    },
  })
  looks = 0
  return { allowance, looks: () => looks, move: (milliseconds: number) => (now += milliseconds) }
}

/** How much work a search may do, in small pieces. */
function spendAll(allowance: Allowance): number {
  const budget = allowance.begin()
  let spent = 0
  while (spent < 1e9 && budget.spend(1000)) spent += 1000
  budget.end()
  return spent
}

test('a little work is free, and needs no look at the clock', () => {
  const { allowance, looks } = open(1_000_000)
  for (let i = 0; i < 100; i++) {
    const budget = allowance.begin()
    for (let spent = 1000; spent < free; spent += 1000) expect(budget.spend(1000)).toBe(true)
    budget.end()
  }
  expect(looks()).toBe(0)
})

test('a search has five milliseconds, and looks at the clock every now and then', () => {
  const { allowance, looks } = open(0.5)
  const spent = spendAll(allowance)
  expect(looks()).toBe(11)
  expect(spent / free).toBeCloseTo(2, 1)
})

test('all searches together have a fifth of the time, beside what is free', () => {
  const { allowance, move } = open(0.5)
  const first = spendAll(allowance)
  const second = spendAll(allowance)
  expect(first).toBeGreaterThan(1.9 * free)
  expect(second).toBeLessThan(1.4 * free)
  move(10)
  const third = spendAll(allowance)
  expect(third).toBeGreaterThan(second)
  expect(third).toBeLessThan(first)
  move(1_000_000)
  expect(spendAll(allowance)).toBe(first)
})
