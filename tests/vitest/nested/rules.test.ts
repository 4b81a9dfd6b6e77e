// Rules in tests: unused rules, functions that fail, and the seed of a failing test.
import { describe, expect, test } from 'vitest'
import { report } from './report.ts'

const head = `
  import { createMockServer, mockFixture, test as withMock } from '@mock-endpoint/vitest-plugin'
  import { describe, expect, test } from 'vitest'
`

const policies = `${head}
  const add = async (mock, id) => {
    const orders = mock.endpoint('orders')
    await orders.rule({ id, when: { method: 'POST', path: '/:id' }, responses: [{}, {}] })
    await fetch(orders.url + '/7', { method: 'POST' })
    await orders.when('GET', { data: 1 })
  }
  for (const onUnusedRule of [undefined, 'error', 'warn', 'ignore']) {
    const options = { onUnusedRule, rules: [{ endpoint: 'a', response: {}, times: 5 }] }
    const fixture = test.extend('mock', mockFixture(options))
    const name = String(onUnusedRule)

    describe(name, () => {
      describe('a suite', async () => {
        const mock = await createMockServer(options)
        test('adds', () => add(mock, name + '-suite'))
        test('adds nothing', () => {})
      })
      describe('a test', () => {
        test('adds', async () => add(await createMockServer(options), name + '-test'))
        test('adds nothing', () => createMockServer(options))
      })
      describe('a fixture', () => {
        fixture('adds', ({ mock }) => add(mock, name + '-fixture'))
        fixture('adds nothing', ({ mock }) => {})
      })
    })
  }
`

const failing = `${head}
  const mock = await createMockServer({ seed: 5, onUnusedRule: 'error' })
  test('a function throws, and the program makes nothing of it', async () => {
    await mock.endpoint('a').when('GET', () => { throw new Error('my bug') })
    await fetch(mock.url('a'))
  })
  test('asks for nothing', () => {})
  test('a function throws, and a rule is left over', async () => {
    await mock.endpoint('a').when('GET', () => { throw new Error('my bug') })
    await mock.endpoint('a').hold('POST')
    await fetch(mock.url('a'))
  })
  test('fails already', async () => {
    await mock.endpoint('a').once(() => { throw new Error('my bug') })
    await mock.endpoint('a').once({ data: 1 })
    await fetch(mock.url('a'))
    throw new Error('its own failure')
  })
  test('draws and fails', async () => {
    await mock.endpoint('a').rule({ response: { data: 1 }, chance: 0.99 })
    await fetch(mock.url('a'))
    expect(mock).not.toHaveBeenRequested()
  })
  test('draws nothing and fails', async () => {
    await mock.endpoint('a').when('GET', { data: 1 })
    await fetch(mock.url('a'))
    throw new Error('its own failure')
  })
  test('no rule matches', async () => {
    await mock.endpoint('a').rule({ id: 'r', when: { method: 'POST' }, response: {} })
    await fetch(mock.url('a'))
  })
  test('the matcher', async () => {
    await mock.endpoint('a').rule({ id: 'r', response: { data: 1 }, times: 1 })
    await expect(() => expect(mock).toHaveNoUnusedRules()).toThrow('answered 0 requests, 1 left')
    expect(mock).not.toHaveNoUnusedRules()
    await fetch(mock.url('a'))
    expect(mock).toHaveNoUnusedRules()
    expect(() => expect(mock.endpoint('a')).toHaveNoUnusedRules()).toThrow('takes a mock server')
    expect(mock).toHaveBeenRequestedWith({ rule: 'r', fault: undefined })
  })
`

const { errors, output } = await report({
  'policies.test.js': policies,
  'failing.test.js': failing,
})

function count(text: string, part: string): number {
  return text.split(part).length - 1
}

function only(name: string): string {
  const [message = '', ...more] = errors[name] ?? ['no such test']
  expect(more).toEqual([])
  return message
}

describe.each(['suite', 'test', 'fixture'])('the server of a %s', (place) => {
  const rule = (policy: string): string =>
    `rule ${policy}-${place} of orders, for POST /:id: answered 1 request, 1 left`

  test('by default, an unused rule is one warning, and the test passes', () => {
    for (const policy of ['undefined', 'warn']) {
      expect(errors[`${policy} > a ${place} > adds`]).toEqual([])
      expect(count(output, rule(policy))).toBe(1)
    }
  })

  test('with `error`, an unused rule fails only the test that added it', () => {
    const message = only(`error > a ${place} > adds`)
    expect(message).toMatch(
      /^1 rule has requests left to answer\. .*\n {2}rule error-.*\n\nRequests/,
    )
    expect(message).toContain(rule('error'))
    expect(errors[`error > a ${place} > adds nothing`]).toEqual([])
  })

  test('with `ignore`, an unused rule is not reported', () => {
    expect(errors[`ignore > a ${place} > adds`]).toEqual([])
    expect(output).not.toContain(`ignore-${place}`)
  })
})

test('a function that throws fails only its own test', () => {
  const message = only('a function throws, and the program makes nothing of it')
  expect(message).toMatch(
    /^The function that answers GET \/endpoint\/a failed: my bug\n\nRequests so far \(1\):\n.* → 500 by rule a-1/,
  )
  expect(errors['asks for nothing']).toEqual([])
})

test('a test with two reasons to fail has an error for each', () => {
  const messages = errors['a function throws, and a rule is left over']
  expect(messages).toHaveLength(2)
  expect(messages?.[0]).toMatch(/^The function .* failed: my bug/)
  expect(messages?.[1]).toMatch(/^1 rule has requests left to answer/)
})

test('a test that fails anyway keeps its error, and adds what a function threw', () => {
  const message = only('fails already')
  expect(message).toMatch(/^its own failure\n/)
  expect(count(message, 'failed: my bug')).toBe(1)
  expect(message).not.toContain('left to answer')
})

test('the error of a failing test includes the seed only if the test drew from it', () => {
  const seed = '`seed: 5` in the options of the mock server repeats them.'
  expect(count(only('draws and fails'), seed)).toBe(1)
  expect(only('draws nothing and fails')).not.toContain('seed')
})

test('the error of a request that no rule matches names the closest and what differs', () => {
  expect(only('no rule matches').split('\n')[0]).toBe(
    '1 request matched no endpoint. There are rules for its name, but none that matches: the closest is named below, with what differs.',
  )
  expect(only('no rule matches')).toContain('whose method is POST, not GET')
})

test('toHaveNoUnusedRules passes if and only if all rules are used', () => {
  expect(errors['the matcher']).toEqual([])
})
