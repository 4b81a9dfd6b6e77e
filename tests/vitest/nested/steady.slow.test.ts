// A suite of forty tests runs many times without a flake: 10 times by default, or `STEADY_RUNS`
// times, such as 1000 with `npm run test:stress`, which keeps the processors busy.
import { expect, test } from 'vitest'
import { report } from './report.ts'

const runs = Number(process.env['STEADY_RUNS'] ?? 10)

interface Way {
  readonly name: string
  /** Source text that runs before the tests, declares a test, and gets its mock. */
  readonly open?: string
  readonly test?: string
  readonly given?: string
  readonly mock?: string
}

/** Returns ten tests of one way to have a mock. */
const tenTests = ({ name, open = '', test = 'test', given = '', mock = '' }: Way): string => `
  import { createMockServer, sharedMockServer, test as withMock } from '@mock-endpoint/vitest-plugin'
  import { afterEach, beforeEach, expect, test, vi } from 'vitest'
  const options = { repeats: ${runs - 1} }
  const shared = sharedMockServer()
  let count = 0
  ${open}
  const add = (mock, rest) => mock.add({ name: 'e' + process.pid + '-' + count++, data: 1, ...rest })
  const post = (url, body) => fetch(url, { method: 'POST', body })
  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
  const unlessGone = (promise) => promise.catch(() => {})
  const of = ${test}

  of('${name}: reads', options, async (${given}) => {${mock}
    expect(await (await fetch((await add(mock)).url)).json()).toBe(1)
  })
  of('${name}: waits for what came', options, async (${given}) => {${mock}
    const hook = await add(mock)
    await post(hook.url, '7')
    expect((await hook.waitForRequest()).json).toBe(7)
  })
  of('${name}: waits for what comes', options, async (${given}) => {${mock}
    const hook = await add(mock)
    const wait = hook.waitForRequests(3)
    for (const body of ['1', '2', '3']) await post(hook.url, body)
    expect((await wait).map(({ json }) => json)).toEqual([1, 2, 3])
  })
  of('${name}: waits where', options, async (${given}) => {${mock}
    const hook = await add(mock)
    const wait = hook.waitForRequest({ where: ({ json }) => json.id === 2 })
    for (const body of ['', 'no', '{"id":2}']) await post(hook.url, body)
    expect((await wait).text).toBe('{"id":2}')
  })
  of('${name}: waits in vain', options, async (${given}) => {${mock}
    const hook = await add(mock)
    await expect(hook.waitForRequest({ timeout: 5 })).rejects.toThrow('in time')
  })
  of('${name}: leaves a wait open', options, async (${given}) => {${mock}
    const hook = await add(mock)
    void hook.waitForRequest()
  })
  of('${name}: leaves a client waiting', options, async (${given}) => {${mock}
    const slow = await add(mock, { delay: 60_000 })
    void unlessGone(fetch(slow.url))
    await slow.waitForRequest()
  })
  of('${name}: sees a client that leaves', options, async (${given}) => {${mock}
    const slow = await add(mock, { delay: 60_000 })
    const client = new AbortController()
    const answer = unlessGone(fetch(slow.url, { signal: client.signal }))
    await slow.waitForRequest()
    client.abort()
    await answer
    await expect.poll(async () => (await slow.requests())[0].outcome).toBe('aborted')
  })
  of('${name}: is delayed', options, async (${given}) => {${mock}
    const { url } = await add(mock, { delay: 3 })
    const start = performance.now()
    await fetch(url)
    expect(performance.now() - start).toBeGreaterThanOrEqual(3)
  })
  of('${name}: asserts', options, async (${given}) => {${mock}
    const hook = await add(mock)
    await post(hook.url + '?a=1', '{"id":1}')
    const requests = await hook.requests()
    expect(requests).toHaveBeenRequestedTimes(1)
    expect(requests).toHaveBeenRequestedWith({ method: 'POST', query: { a: '1' }, json: { id: 1 } })
    expect(requests).toHaveBeenNthRequestedWith(1, { body: '{"id":1}' })
  })
`

const config = `
  import { mockEndpoint } from '@mock-endpoint/vitest-plugin/plugin'
  export default {
    plugins: [mockEndpoint({ journal: { requests: 100_000 } })],
    test: { testTimeout: 30_000, expect: { poll: { timeout: 15_000 } } },
  }
`

const ways: readonly Way[] = [
  { name: 'suite', open: 'const mock = await createMockServer()' },
  { name: 'fixture', test: 'withMock', given: '{ mock }' },
  { name: 'own', mock: 'const mock = await createMockServer();' },
  { name: 'run', mock: 'const mock = shared;' },
]

const files = {
  'vitest.config.js': config,
  ...Object.fromEntries(ways.map((way) => [`${way.name}.test.js`, tenTests(way)])),
}

const limit = 60_000 + 2_000 * runs

test('forty tests pass in each of many runs', { timeout: limit }, async () => {
  const { errors, output } = await report(files, [], limit)
  expect(Object.entries(errors).filter(([, messages]) => messages.length > 0)).toEqual([])
  expect(output).toContain('Tests  40 passed (40)')
})
