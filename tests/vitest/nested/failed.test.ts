// A failing test shows the requests of its mock in its own error, however it fails.
import { describe, expect, test } from 'vitest'
import { steady } from '../steady.ts'
import { report } from './report.ts'

const head = `
  import { createMockServer, test as withMock } from '@mock-endpoint/vitest-plugin'
  import { afterEach, beforeEach, describe, expect, test } from 'vitest'
  const slow = { name: 'slow', data: 1, delay: 60_000 }
  const ask = async (mock, name) => {
    const { url } = await mock.add({ name, data: 1 })
    await fetch(url, { method: 'POST', body: '{"id":1}' })
  }
  /** Resolves when the request has come. */
  const askAndLeave = async (mock) => {
    const { url, waitForRequest } = await mock.add(slow)
    fetch(url).catch(() => {})
    await waitForRequest()
  }
`

const fails = (test: string, mock: string): string => `
  ${test}('by an assertion', async (${mock}
    await ask(mock, 'asked')
    expect(1).toBe(2)
  })
  ${test}('by what is thrown', async (${mock}
    await ask(mock, 'asked')
    throw new TypeError('thrown')
  })
  ${test}('by its time-out', { timeout: 500 }, async (${mock}
    await askAndLeave(mock)
    await new Promise(() => {})
  })
  ${test}('before it asks', async (${mock}
    expect(1).toBe(2)
  })
  ${test}('passes', async (${mock}
    await ask(mock, 'asked')
  })
`

const inSuite = `${head}
  const mock = await createMockServer()
  ${fails('test', ') => {')}
  test('by a string', async () => {
    await ask(mock, 'asked')
    throw 'thrown'
  })
  test('by an object without a message', async () => {
    await ask(mock, 'asked')
    throw { code: 1 }
  })
  test('by an error whose message is frozen', async () => {
    await ask(mock, 'asked')
    throw Object.freeze(new Error('thrown'))
  })
  test('by two soft assertions', async () => {
    await ask(mock, 'asked')
    expect.soft(1).toBe(2)
    expect.soft(3).toBe(4)
  })
  test('by a matcher', async () => {
    await ask(mock, 'asked')
    expect(mock).not.toHaveBeenRequested()
  })
  test('by a matcher, and there were no requests', () => {
    expect(mock).toHaveBeenRequested()
  })
  test('by a wait', async () => {
    await ask(mock, 'asked')
    await mock.endpoint('other').waitForRequest({ timeout: 1 })
  })
  test('with a server of its own as well', async () => {
    const own = await createMockServer()
    await ask(mock, 'of-suite')
    await ask(own, 'of-test')
    expect.unreachable()
  })
  test('by a server that does not start', async () => {
    await createMockServer({ endpoints: [{ name: 'orders', data: undefined }] })
  })
  let tries = 0
  test('at first without a request', { retry: 1 }, async () => {
    tries += 1
    if (tries === 2) await ask(mock, 'asked')
    throw new Error('try ' + tries)
  })
  test('at first with another request', { retry: 1 }, async () => {
    tries += 1
    await ask(mock, 'try-' + tries)
    throw new Error('try ' + tries)
  })
  test.fails('as it is expected to', async () => {
    await ask(mock, 'asked')
    expect.unreachable()
  })
  describe('in a hook', () => {
    beforeEach(() => ask(mock, 'asked'))
    afterEach(() => {
      throw new Error('the hook')
    })
    test('afterwards', () => {})
  })
  describe('in a hook', () => {
    beforeEach(async () => {
      await ask(mock, 'asked')
      throw new Error('the hook')
    })
    test('before', () => {})
  })
`
const ofTest = `${head}
  describe('a server of the test', () => {
    ${fails('test', ') => {\n const mock = await createMockServer()')}
  })
  describe('a fixture', () => {
    ${fails('withMock', '{ mock }) => {')}
  })
  describe.concurrent('a concurrent fixture', () => {
    ${fails('withMock', '{ mock }) => {')}
  })
`

/** No test ends before all have sent their requests. */
const concurrent = `${head}
  const waiting = []
  const all = () => new Promise((resolve) => {
    waiting.push(resolve)
    if (waiting.length === 20) for (const go of waiting) go()
  })
  describe.concurrent('at once', () => {
    for (let i = 0; i < 20; i++) {
      withMock('test ' + i, async ({ mock }) => {
        await ask(mock, 'of-' + i)
        await all()
        if (i % 2 === 0) throw new Error('thrown')
      })
    }
  })
`

const { errors } = await report({
  'vitest.config.js': 'export default { test: { maxConcurrency: 20 } }',
  'in-suite.test.js': inSuite,
  'of-test.test.js': ofTest,
  'concurrent.test.js': concurrent,
})

function messages(test: string): string[] {
  return (errors[test] ?? ['no such test']).map(steady)
}

const requests = 'Requests so far (1):\n  #n POST /endpoint/asked → 200 after n ms, body {"id":1}'
const none = 'There were no requests at all.'

describe.each([
  ['a suite', ''],
  ['a test', 'a server of the test > '],
  ['a fixture', 'a fixture > '],
  ['a concurrent fixture', 'a concurrent fixture > '],
])('with the server of %s', (_, prefix) => {
  test('a test that fails by an assertion ends its error with the requests', () => {
    expect(messages(`${prefix}by an assertion`)).toEqual([
      `expected 1 to be 2 // Object.is equality\n\n${requests}`,
    ])
  })

  test('a test that throws ends its error with the requests', () => {
    expect(messages(`${prefix}by what is thrown`)).toEqual([`thrown\n\n${requests}`])
  })

  test('a test that times out shows the request that is not answered yet', () => {
    const [message, ...more] = messages(`${prefix}by its time-out`)
    expect(more).toEqual([])
    expect(message).toMatch(/^Test timed out in 500ms\./)
    expect(message?.split('\n\n').at(-1)).toBe(
      'Requests so far (1):\n  #n GET /endpoint/slow → not answered yet',
    )
  })

  test('a test that fails before any request does not mention requests', () => {
    expect(messages(`${prefix}before it asks`)).toEqual([
      'expected 1 to be 2 // Object.is equality',
    ])
  })

  test('a test that passes has no error', () => {
    expect(messages(`${prefix}passes`)).toEqual([])
  })
})

test.each([
  ['by a string', 'thrown'],
  ['by an error whose message is frozen', 'thrown'],
  ['in a hook > afterwards', 'the hook'],
  ['in a hook > before', 'the hook'],
])('a test that fails %s ends its error with the requests', (name, own) => {
  expect(messages(name)).toEqual([`${own}\n\n${requests}`])
})

test.each(['by an object without a message', 'by a server that does not start'])(
  'a test that fails %s has only its own error',
  (name) => {
    expect(messages(name)).toHaveLength(1)
  },
)

test('each of several soft assertions ends its error with the requests', () => {
  expect(messages('by two soft assertions')).toEqual([
    `expected 1 to be 2 // Object.is equality\n\n${requests}`,
    `expected 3 to be 4 // Object.is equality\n\n${requests}`,
  ])
})

test.each([
  ['by a matcher', `expected no request\n\n${requests}`],
  ['by a matcher, and there were no requests', `expected a request\n\n${none}`],
  [
    'by a wait',
    `No matching request came to \`other\` in time.\nThe wait ended after n ms.\n${requests}`,
  ],
])('an error that already has the requests does not repeat them: %s', (name, message) => {
  expect(messages(name)).toEqual([message])
})

test('a test with two servers shows the requests of both', () => {
  const [message, ...more] = messages('with a server of its own as well')
  expect(more).toEqual([])
  expect(message).toContain('POST /endpoint/of-suite')
  expect(message).toContain('POST /endpoint/of-test')
})

test('each try of a test shows its own requests', () => {
  expect(messages('at first without a request')).toEqual(['try 1', `try 2\n\n${requests}`])
  const of = (n: number): string => `try ${n}\n\n${requests.replace('asked', `try-${n}`)}`
  expect(messages('at first with another request')).toEqual([of(3), of(4)])
})

test('a test that fails as expected has no error', () => {
  expect(messages('as it is expected to')).toEqual([])
})

test('tests that run at once show only their own requests', () => {
  const all = Array.from({ length: 20 }, (_, i) => messages(`at once > test ${i}`))
  const expected = Array.from({ length: 20 }, (_, i) =>
    i % 2 === 0 ? [`thrown\n\n${requests.replace('asked', `of-${i}`)}`] : [],
  )
  expect(all).toEqual(expected)
})
