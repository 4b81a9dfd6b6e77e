import { test } from 'vitest'
import { fuzzRules } from './rule-fuzz.ts'

test('requests after each of 500 random rules get a valid response', async () => {
  await fuzzRules(500)
}, 30_000)
