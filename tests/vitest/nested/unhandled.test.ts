// Requests that no endpoint answers, with each policy and each kind of server.
import { describe, expect, test } from 'vitest'
import { steady } from '../steady.ts'
import { report } from './report.ts'

const head = `
  import { createMockServer, mockFixture, test as withMock } from '@mock-endpoint/vitest-plugin'
  import { afterEach, describe, expect, test } from 'vitest'
  const endpoints = [{ name: 'orders', data: [] }, { name: 'border', data: [] }]
`

/** Each policy with each kind of server. The tests request an endpoint that does not exist. */
const policies = `${head}
  const policies = {
    'no policy': undefined,
    error: 'error',
    warn: 'warn',
    ignore: 'ignore',
    'a function': ({ path, outcome, nearMisses }) =>
      console.log('called with', outcome, path, ...nearMisses),
    'a function that throws': ({ path }) => {
      throw new Error('I want no ' + path)
    },
    'a function that rejects': async ({ path }) => {
      throw new Error('I want no ' + path)
    },
  }
  const ask = async (mock, name) => {
    const response = await fetch(mock.url(name.replaceAll(' ', '-')))
    expect(response.status).toBe(404)
  }

  for (const [policy, onUnhandledRequest] of Object.entries(policies)) {
    const options = { onUnhandledRequest }
    const fixture = test.extend('mock', mockFixture(options))

    describe(policy, () => {
      describe('a suite', async () => {
        const mock = await createMockServer(options)
        test('asks', () => ask(mock, policy + ' of a suite'))
        test('does not ask', () => {})
      })
      describe('a test', () => {
        test('asks', async () => ask(await createMockServer(options), policy + ' of a test'))
        test('does not ask', () => createMockServer(options))
      })
      describe('a fixture', () => {
        fixture('asks', ({ mock }) => ask(mock, policy + ' of a fixture'))
        fixture('does not ask', ({ mock }) => {})
      })
      describe.concurrent('a concurrent fixture', () => {
        fixture('asks', ({ mock }) => ask(mock, policy + ' of a concurrent fixture'))
        fixture('does not ask', ({ mock }) => {})
      })
    })
  }
`

const asking = `${head}
  const mock = await createMockServer({ endpoints })
  test('a near name', () => fetch(mock.url('order') + '?a=1'))
  test('asks for nothing', () => {})
  test('outside of /endpoint', () => fetch(mock.url() + '/nowhere', { method: 'POST', body: '{"id":1}' }))
  test('in process', () => mock.fetch('/endpoint/order'))
  test('without what comes before the name', () => fetch(mock.url() + '/orders'))
  test('below an endpoint', () => fetch(mock.url('orders') + '/7'))
  test('beside one that is answered', async () => {
    await fetch(mock.url('orders'))
    await fetch(mock.url('order'))
    await fetch(mock.url('far-away'))
  })
  test('fails already', async () => {
    await fetch(mock.url('order'))
    throw new Error('its own failure')
  })
  test('is skipped while it runs', async ({ skip }) => {
    await fetch(mock.url('order'))
    skip()
  })
  test('an endpoint that was removed', async () => {
    await mock.remove('orders')
    await fetch(mock.url('orders'))
  })
  withMock('fails already, with the fixture', async ({ mock }) => {
    await fetch(mock.url('order'))
    throw new Error('its own failure')
  })
  test('fails already, with a server of the test', async () => {
    const mock = await createMockServer({ endpoints })
    await fetch(mock.url('order'))
    throw new Error('its own failure')
  })
`

const { errors, output } = await report({
  'policies.test.js': policies,
  'asking.test.js': asking,
})

const advice =
  "matched no endpoint. Add what was meant with mock.add({ name, data }), or say onUnhandledRequest: 'ignore' in the options of the mock server."

/** Returns how often the text contains the part. */
function count(text: string, part: string): number {
  return text.split(part).length - 1
}

describe.each(['a suite', 'a test', 'a fixture', 'a concurrent fixture'])(
  'the server of %s',
  (place) => {
    const path = (policy: string): string => `/endpoint/${policy} of ${place}`.replaceAll(' ', '-')
    const of = (policy: string, test = 'asks'): readonly string[] | undefined =>
      errors[`${policy} > ${place} > ${test}`]

    test.each(['no policy', 'error'])(
      'with %s, an unmatched request fails only its own test',
      (policy) => {
        expect(of(policy)).toHaveLength(1)
        const [message = ''] = of(policy) ?? []
        expect(message.startsWith(`1 request ${advice}\n`)).toBe(true)
        expect(count(message, `GET ${path(policy)} → 404 unmatched`)).toBe(1)
        expect(of(policy, 'does not ask')).toEqual([])
      },
    )

    test('with `warn`, an unmatched request is printed once, and the test passes', () => {
      expect(of('warn')).toEqual([])
      expect(count(output, `GET ${path('warn')} → 404 unmatched`)).toBe(1)
    })

    test('with `ignore`, an unmatched request is not reported', () => {
      expect(of('ignore')).toEqual([])
      expect(output).not.toContain(path('ignore'))
    })

    test('a function gets the unmatched request, and the test passes', () => {
      expect(of('a function')).toEqual([])
      expect(count(output, `called with unmatched ${path('a function')}`)).toBe(1)
    })

    test.each(['a function that throws', 'a function that rejects'])(
      '%s fails only the test of the unmatched request',
      (policy) => {
        const [message = '', ...more] = of(policy) ?? []
        expect(more).toEqual([])
        expect(message.split('\n')[0]).toBe(`I want no ${path(policy)}`)
        expect(of(policy, 'does not ask')).toEqual([])
      },
    )
  },
)

function messages(test: string): string[] {
  return (errors[test] ?? ['no such test']).map(steady)
}

/** Returns the lines of the messages that show unmatched requests. */
function unmatchedIn(test: string): string[] {
  const lines = messages(test).flatMap((message) => message.split('\n'))
  return lines.filter((line) => line.includes('→ 404 unmatched')).map((line) => line.trim())
}

test('the error has the number of requests, advice, and each request with near names', () => {
  const [message, ...more] = messages('a near name')
  expect(message?.split('\n')[0]).toBe(`1 request ${advice}`)
  expect(more).toEqual([])
  expect(unmatchedIn('a near name')).toEqual([
    '#n GET /endpoint/order?a=1 → 404 unmatched, close to `orders`, `border`',
  ])
  expect(messages('asks for nothing')).toEqual([])
})

test('a request outside of /endpoint is shown with its body, without near names', () => {
  expect(unmatchedIn('outside of /endpoint')).toEqual([
    '#n POST /nowhere → 404 unmatched, body {"id":1}',
  ])
})

test('a request to a wrong URL of an endpoint gets the right URL as advice', () => {
  for (const name of ['without what comes before the name', 'below an endpoint']) {
    expect(messages(name)[0]?.split('\n')[0]).toBe(
      '1 request matched no endpoint. The endpoint exists at another URL: see below what the client needs.',
    )
  }
  expect(unmatchedIn('without what comes before the name')).toEqual([
    "#n GET /orders → 404 unmatched: `orders` is an endpoint; give the client mock.url('orders'), or mock.baseUrl as its base URL",
  ])
  expect(unmatchedIn('below an endpoint')).toEqual([
    '#n GET /endpoint/orders/7 → 404 unmatched: `orders` exists, but nothing below it',
  ])
})

test('a request in process counts like one over a socket', () => {
  expect(unmatchedIn('in process')).toEqual([
    '#n GET /endpoint/order → 404 unmatched, close to `orders`, `border`',
  ])
})

test('several unmatched requests are counted, and shown in order of arrival', () => {
  const [message] = messages('beside one that is answered')
  expect(message?.split('\n')[0]).toBe(`2 requests ${advice}`)
  expect(unmatchedIn('beside one that is answered')).toEqual([
    '#n GET /endpoint/order → 404 unmatched, close to `orders`, `border`',
    '#n GET /endpoint/far-away → 404 unmatched',
  ])
})

test('a request to an endpoint that was removed is unmatched', () => {
  expect(unmatchedIn('an endpoint that was removed')).toEqual([
    '#n GET /endpoint/orders → 404 unmatched, close to `border`',
  ])
})

test('a test that is skipped while it runs does not fail', () => {
  expect(messages('is skipped while it runs')).toEqual([])
})

test.each([
  'fails already',
  'fails already, with the fixture',
  'fails already, with a server of the test',
])('a test that %s keeps its own error, which shows the unmatched request once', (name) => {
  const [own, ...more] = messages(name)
  expect(own?.split('\n')[0]).toBe('its own failure')
  expect(count(own ?? '', 'GET /endpoint/order → 404 unmatched')).toBe(1)
  expect(more).toEqual([])
})
