import { test } from 'vitest'
import { fuzzRules } from './rule-fuzz.ts'

test('requests after each of 5,000 random rules get a valid response', async () => {
  await fuzzRules(5_000)
}, 300_000)
