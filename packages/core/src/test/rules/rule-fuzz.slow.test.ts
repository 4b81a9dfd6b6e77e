import { test } from 'vitest'
import { fuzzRules } from './rule-fuzz.ts'

test('5,000 rules, each with requests: there is a response to all of them', async () => {
  await fuzzRules(5_000)
}, 300_000)
