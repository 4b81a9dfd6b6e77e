// A wait gets its own request, however often and in whichever order the two begin.
import { createMockServer, sharedMockServer } from '@mock-endpoint/vitest-plugin'
import { expect, onTestFinished, test } from 'vitest'

const shared = sharedMockServer()

test.for([
  ['a mock server', () => createMockServer(), 1000],
  ['the server of the run', () => shared, 200],
] as const)(
  'no wait at %s misses its request or gets another one',
  { timeout: 120_000 },
  async ([, open, times]) => {
    const client = await open()
    const { url, name, waitForRequest } = await client.add({ name: 'of-many-waits', data: 1 })
    onTestFinished(async () => void (await client.remove(name)))
    for (let i = 0; i < times; i++) {
      const ask = (): Promise<Response> => fetch(`${url}?n=${i}`)
      const before = () => ask().then(() => waitForRequest())
      const during = async () => (await Promise.all([ask(), waitForRequest()]))[1]
      const after = async () => (await Promise.all([waitForRequest(), ask()]))[0]
      const way = [before, during, after][i % 3] ?? before
      expect((await way()).query.get('n')).toBe(String(i))
    }
  },
)
