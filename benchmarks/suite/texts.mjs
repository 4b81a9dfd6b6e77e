// One test file of each kind: every test adds an endpoint of its own and fetches it.

/** The texts of a file with so many tests, by what the tests use. */
export const texts = {
  '@mock-endpoint/vitest-plugin': (tests) => `
import { createMockServer } from '@mock-endpoint/vitest-plugin'
import { expect, test } from 'vitest'

const mock = await createMockServer()

${repeat(
  tests,
  (i) => `const { url } = await mock.add({ name: 'order-${i}', data: { id: ${i} } })
  const response = await fetch(url)`,
)}`,

  msw: (tests) => `
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

const server = setupServer()
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

${repeat(
  tests,
  (i) => `const url = 'http://localhost/order-${i}'
  server.use(http.get(url, () => HttpResponse.json({ id: ${i} })))
  const response = await fetch(url)`,
)}`,

  // start() without a port tries those from 8000 up, where other files are trying.
  mockttp: (tests) => `
import { getLocal } from 'mockttp'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

const server = getLocal()
beforeAll(() => server.start(0))
afterEach(() => server.reset())
afterAll(() => server.stop())

${repeat(
  tests,
  (i) => `await server.forGet('/order-${i}').thenJson(200, { id: ${i} })
  const response = await fetch(server.urlFor('/order-${i}'))`,
)}`,

  nothing: (tests) => `
import { expect, test } from 'vitest'

${repeat(tests, (i) => `const response = await Promise.resolve(Response.json({ id: ${i} }))`)}`,
}

function repeat(tests, stepsOf) {
  const cases = Array.from({ length: tests }, (_, i) => caseOf(i, stepsOf(i)))
  return cases.join('\n')
}

function caseOf(i, steps) {
  return `test('reads order ${i}', async () => {
  ${steps}
  expect(await response.json()).toEqual({ id: ${i} })
})
`
}
