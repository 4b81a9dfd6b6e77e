// Open waits, late requests and closed servers of one test do not harm the next one.
import { describe, expect, test } from 'vitest'
import { steady } from '../steady.ts'
import { report } from './report.ts'

const head = `
  import { createMockServer, sharedMockServer, test as withMock } from '@mock-endpoint/vitest-plugin'
  import { beforeEach, describe, expect, test } from 'vitest'
`

const waits = `${head}
  const ask = (mock) => fetch(mock.url('hook'), { method: 'POST', body: '1' })
  const add = (mock) => mock.add({ name: 'hook', data: 1 })
  const both = (test, open) => {
    test('leaves a wait open, and fails', async ({ mock }) => {
      const { waitForRequest } = await add(open?.() ?? mock)
      waitForRequest()
      throw new Error('its own failure')
    })
    test('waits for a request of its own', async ({ mock }) => {
      const own = open?.() ?? mock
      const { waitForRequest } = await add(own)
      await ask(own)
      expect((await waitForRequest()).text).toBe('1')
    })
  }
  describe('a suite', async () => {
    const mock = await createMockServer()
    both(test, () => mock)
  })
  describe('a fixture', () => both(withMock))
  describe('the run', () => {
    const shared = sharedMockServer()
    both(test, () => shared)
  })
`

const late = `${head}
  const mock = await createMockServer({ endpoints: [{ name: 'orders', data: [] }] })
  let send
  test('stops before its program does', async () => {
    const { url } = await mock.add({ name: 'metrics', data: 1 })
    send = () => fetch(url)
  })
  test('is innocent', async () => {
    await send()
    expect(mock).toHaveNoUnmatchedRequests()
  })
  test('stops, too, with a rule for an endpoint of the options', async () => {
    await mock.endpoint('orders').when('DELETE /:id', { statusCode: 204 })
    send = () => fetch(mock.url('orders') + '/7', { method: 'DELETE' })
  })
  test('is innocent, too', async () => {
    await send()
    expect(mock).toHaveNoUnmatchedRequests()
  })
  test('asks for what never was', () => fetch(mock.url('never')))
`

const removed = `${head}
  const mock = await createMockServer()
  const orders = await mock.add({ name: 'orders', data: 1 })
  test('asks for what was added at the top of its file', () => fetch(orders.url))
`

const full = `${head}
  const mock = await createMockServer({ journal: { requests: 3 } })
  const ask = async (name, times) => {
    for (let i = 0; i < times; i++) await mock.fetch('/endpoint/' + name)
  }
  beforeEach(async () => {
    await mock.add({ name: 'orders', data: 1 })
    await mock.add({ name: 'metrics', data: 1 })
  })
  test('an unmatched request is not forgotten', async () => {
    await ask('missing', 1)
    await ask('orders', 5)
  })
  test('times', async () => {
    await ask('orders', 5)
    expect(mock).toHaveBeenRequestedTimes(3)
  })
  test('not times', async () => {
    await ask('orders', 5)
    expect(mock.endpoint('orders')).not.toHaveBeenRequestedTimes(5)
  })
  test('with', async () => {
    await ask('orders', 5)
    expect(mock).not.toHaveBeenRequestedWith({ method: 'POST' })
  })
  test('nth', async () => {
    await ask('orders', 5)
    expect(mock).toHaveBeenNthRequestedWith(1, { method: 'GET' })
  })
  test('what is known is told', async () => {
    await ask('orders', 1)
    await ask('metrics', 3)
    expect(mock).toHaveBeenRequested()
    expect(mock).not.toHaveBeenRequestedTimes(1)
    expect(mock).toHaveBeenLastRequestedWith({ path: '/endpoint/metrics' })
    expect(mock.endpoint('metrics')).toHaveBeenRequestedTimes(3)
    expect(mock).toHaveNoUnmatchedRequests()
    expect((await mock.requests('orders')).dropped).toBe(1)
  })
  test.each(['json', 'body'])('a %s that was cut off', async (member) => {
    const small = await createMockServer({ journal: { bodyBytes: 4 } })
    const { url } = await small.add({ name: 'orders', data: 1 })
    await fetch(url, { method: 'POST', body: '{"id":7}' })
    expect(small).not.toHaveBeenRequestedWith({ [member]: { id: 7 } })
  })
`

const config = `
  import { mockEndpoint } from '@mock-endpoint/vitest-plugin/plugin'
  export default { plugins: [mockEndpoint()] }
`

const { errors, output } = await report({
  'vitest.config.js': config,
  'waits.test.js': waits,
  'late.test.js': late,
  'removed.test.js': removed,
  'full.test.js': full,
})

const messages = (name: string): string[] => (errors[name] ?? ['no such test']).map(steady)

describe.each(['a suite', 'a fixture', 'the run'])('an open wait of the server of %s', (place) => {
  test('an open wait takes no request of the next test', () => {
    expect(messages(`${place} > waits for a request of its own`)).toEqual([])
  })

  test('an open wait adds nothing to the error of its own test', () => {
    expect(messages(`${place} > leaves a wait open, and fails`)).toEqual(['its own failure'])
  })
})

test('a wait that was cancelled is not an error of the run', () => {
  expect(output).not.toMatch(/Unhandled (Rejection|Error)/)
})

test('a late request does not fail the next test, and is printed as late', () => {
  expect(messages('is innocent')).toEqual([])
  expect(messages('is innocent, too')).toEqual([])
  for (const asked of ['GET /endpoint/metrics', 'DELETE /endpoint/orders/7']) {
    expect(steady(output)).toContain(
      `#n ${asked} → 404 unmatched, late: it had a response until the last reset`,
    )
  }
})

test('a request to an endpoint that never existed is not late, and fails its test', () => {
  expect(messages('asks for what never was')[0]).toMatch(/^1 request matched no endpoint\./)
})

test('a request for what was added before the first test fails it, and says where to add it', () => {
  expect(messages('asks for what was added at the top of its file')[0]).toMatch(
    /^1 request matched no endpoint\. What it was meant for was there until the reset before this test\. Add it in the options/,
  )
})

describe('when the journal was full', () => {
  test('an unmatched request that a full journal dropped still fails its test', () => {
    const [message = '', ...more] = messages('an unmatched request is not forgotten')
    expect(more).toEqual([])
    expect(message).toMatch(/^1 request matched no endpoint\./)
    expect(message).toContain('GET /endpoint/missing → 404 unmatched')
  })

  test.each([
    ['times', 2],
    ['not times', 2],
    ['with', 2],
    ['nth', 2],
  ])('a matcher that depends on dropped requests throws: %s', (name, dropped) => {
    const [message] = messages(name)
    expect(message?.split('\n')[0]).toBe(
      `The journal was full and forgot ${dropped} requests, so this cannot be told: raise \`journal: { requests, bytes }\` in the options of the mock server.`,
    )
  })

  test('a matcher that does not depend on dropped requests passes', () => {
    expect(messages('what is known is told')).toEqual([])
  })
})

test.each(['json', 'body'])('a matcher that needs a truncated body for `%s` throws', (member) => {
  expect(messages(`a ${member} that was cut off`)[0]?.split('\n')[0]).toBe(
    'The journal kept 4 of the 8 bytes of a body, so this cannot be told: raise `journal: { bodyBytes }` in the options of the mock server.',
  )
})

const shared = {
  'mocks.js': `
    import { createMockServer } from '@mock-endpoint/vitest-plugin'
    export const mock = await createMockServer({ endpoints: [{ name: 'orders', data: [] }] })
  `,
  'a.test.js': `
    import { expect, test } from 'vitest'
    import { mock } from './mocks.js'
    // Vitest runs the largest file first, which is this one, because of what is said here: it says
    // the same again, so that there is no doubt. Vitest runs the largest file first.
    test('first', async () => expect((await fetch(mock.url('orders'))).status).toBe(200))
  `,
  'b.test.js': `
    import { test } from 'vitest'
    import { mock } from './mocks.js'
    test('asks', async () => fetch(mock.url('orders')))
    test('adds', async () => mock.add({ name: 'orders', data: 1 }))
  `,
}

test('a closed server of an imported module tells the next file why it is closed', async () => {
  const args = ['--no-isolate', '--no-file-parallelism', '--sequence.shuffle=false']
  const { errors } = await report(shared, args)
  expect(errors['first']).toEqual([])
  for (const name of ['asks', 'adds']) {
    expect(errors[name]?.[0]).toMatch(
      /^This mock server was closed when the tests it was started for/,
    )
  }
})
