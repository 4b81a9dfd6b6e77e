import { expect, test } from 'vitest'
import type { Convert, Converted } from './converted.ts'
import { convertHar } from './har.ts'
import { convertOpenApi } from './openapi.ts'
import { damage } from './test/damage.ts'
import { documentText } from './test/open.ts'
import { serve } from './test/served.ts'

/** Number of damaged variants of each of the three documents: 2,001 in total. */
const variants = 667

test.each<[string, Convert]>([
  ['shop.har', convertHar],
  ['library.yaml', convertOpenApi],
  ['parking.json', convertOpenApi],
])('a damaged %s is converted, or refused with a message', async (file, convert) => {
  const text = documentText(file)
  let converted = 0
  for (let seed = 1; seed <= variants; seed++) {
    const outcome = await convert(damage(text, seed), { file }).catch((error: unknown) => error)
    if (outcome instanceof Error) {
      expect(outcome.name, `seed ${seed}: ${outcome.stack}`).toMatch(/^(Problem|Error)$/)
      expect(outcome.message, `seed ${seed}`).toMatch(
        /^(Line \d+, column \d+: |This is not )\S.*\.$/,
      )
      continue
    }
    converted += 1
    const service = await serve(outcome as Converted)
    await service.close()
  }
  expect(converted).toBeGreaterThan(variants / 10)
  expect(converted).toBeLessThan(variants)
})
