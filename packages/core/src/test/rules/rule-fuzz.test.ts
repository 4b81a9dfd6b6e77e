import { test } from 'vitest'
import { fuzzRules } from './rule-fuzz.ts'

test('whatever a rule says, and whatever is asked then, there is a response', async () => {
  await fuzzRules(500)
}, 30_000)
