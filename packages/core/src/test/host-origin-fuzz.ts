// A property of the guard: any Host and Origin get a response or one of our problems.
import fc from 'fast-check'
import { expect } from 'vitest'
import { ask, expectProblem } from './contract/contract-service.ts'
import type { Send } from './send.ts'

const parts = [
  ...['localhost', 'app', 'evil.example', 'mocks.example', 'nip.io', 'xn--', 'xn--a', 'null'],
  ...['127.0.0.1', '256', '0x7f', '4294967296', '1', '::1', 'ffff', '[', ']', '[::1]', 'v1'],
  ...['http', 'https', 'file', 'ws', '://', ':', '.', '/', '\\', '@', '?', '#', '%', '%41', '*'],
  ...[',', ' ', '-', '_', ':80', ':443', ':0', ':65536', '"', "'", '\u00e9', '\u00ff', '\t'],
]
/** Any character that a header can carry. */
const character = fc
  .integer({ min: 0x20, max: 0xff })
  .filter((code) => code !== 0x7f)
  .map((code) => String.fromCharCode(code))
const value = fc.oneof(
  { weight: 4, arbitrary: fc.array(fc.constantFrom(...parts), { maxLength: 6 }) },
  { weight: 1, arbitrary: fc.array(character, { maxLength: 20 }) },
)
const header = value.map((texts) => texts.join(''))
const host = fc.oneof({ weight: 4, arbitrary: header }, { weight: 1, arbitrary: fc.ipV6() })
const origin = fc.oneof(
  fc.constant(undefined),
  header,
  header.map((rest) => `http://${rest}`),
)

/** Sends this many pairs of values. Throws the smallest pair that breaks the property. */
export async function fuzzHostAndOrigin(send: Send, numRuns: number): Promise<void> {
  const law = fc.asyncProperty(host, origin, async (host, origin) => {
    const headers = { host, ...(origin !== undefined && { origin }) }
    const response = await ask(send, '/api/endpoint?limit=1', { headers })
    if (response.status === 200) {
      expect(await response.json()).toHaveProperty('endpoints')
      return
    }
    const code = response.status === 400 ? 'malformed-host' : /^(host|origin)-not-allowed$/
    expect(response.status).toBeLessThan(500)
    const problem = await response.clone().json()
    expect(problem.code).toMatch(code)
    await expectProblem(response, response.status, problem.code)
  })
  await fc.assert(law, { numRuns })
}
