// Checks of whether a text contains another, and the steps that they take.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSteps } from './steps.ts'
import { createTextCheck } from './text-check.ts'

function takenBy(wanted: Parameters<typeof createTextCheck>[0], text: string): [boolean, number] {
  const steps = createSteps()
  const matches = createTextCheck(wanted).matches(text, steps)
  return [matches, steps.taken()]
}

test('`contains` has the same result as String.prototype.includes', () => {
  const few = fc.string({ unit: fc.constantFrom('a', 'b', '\ud83d\ude00'), maxLength: 60 })
  fc.assert(
    fc.property(few, few, (text, part) => {
      expect(takenBy({ contains: part }, text)[0]).toBe(text.includes(part))
    }),
    { numRuns: 2000 },
  )
})

test('a check that needs more steps than are left does not match, and spends them', () => {
  const steps = createSteps(10)
  expect(createTextCheck({ contains: 'b' }).matches(`${'a'.repeat(1000)}b`, steps)).toBe(false)
  expect(steps.areSpent()).toBe(true)
})
