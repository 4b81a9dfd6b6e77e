// The members of a response that comes from another service.
import { describe, expect, test } from 'vitest'
import { runWhole } from '../../test/run-whole.ts'
import { Problem } from '../problem/problem.ts'
import { parseGiven, parseRule } from './parse-rule.ts'
import { ruleToJson } from './rule-json.ts'

const url = 'https://api.example.com:8443/v1/'

function parse(response: object): ReturnType<typeof ruleToJson> {
  const rule = runWhole(parseRule(JSON.stringify({ endpoint: 'a', response })))
  return ruleToJson({ ...rule, id: 'r' })
}

function faultsOf(read: () => unknown): string[] {
  try {
    read()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return (error.extensions.errors ?? []).map(({ pointer, detail }) => `${pointer} ${detail}`)
  }
  return []
}

test('a forwarded response may have a delay, a hold, headers and a speed', () => {
  const response = { forward: url, delay: 5, hold: true, headers: { a: null }, bytesPerSecond: 9 }
  expect(JSON.parse(parse(response))).toEqual({ id: 'r', endpoint: 'a', response })
})

test.each([
  'api.example.com',
  'ftp://api.example.com',
  'https://',
  `https://a/${'b'.repeat(2000)}`,
])('the forward URL %s is refused', (forward) => {
  expect(faultsOf(() => parse({ forward }))).toEqual([
    '/response/forward must be a URL such as https://api.example.com, of at most 2000 characters',
  ])
})

test.each([
  ['https://user:secret@a.example', /must not have a user or a password/],
  ['https://a.example?b=1', /must end with its path/],
  ['https://a.example/#b', /must end with its path/],
])('the forward URL %s is refused because of a part that it may not have', (forward, detail) => {
  expect(faultsOf(() => parse({ forward })).join()).toMatch(detail)
})

test('members that the other service decides cannot be used with `forward`', () => {
  for (const members of [{ statusCode: 200 }, { data: 1 }, { fault: 'reset' }, { dynamic: true }]) {
    const [name = ''] = Object.keys(members)
    expect(faultsOf(() => parse({ forward: url, ...members }))).toContain(
      `/response/${name} cannot be used with forward`,
    )
  }
})

test('`proxyBaseUrl` gets the hint `forward`, which the response of a release may not have', () => {
  expect(faultsOf(() => parse({ proxyBaseUrl: url })).join()).toContain('is called `forward`')
  const released = faultsOf(() => runWhole(parseGiven(JSON.stringify({ forward: url }))))
  expect(released.join()).toContain('/forward')
})

describe('record', () => {
  const redact = { headers: ['x-mine'], query: ['who'], json: ['/user/email', ''] }
  test.each([true, false, {}, { headers: ['accept'] }, { redact }])(
    '`record` may be %j',
    (record) => {
      expect(JSON.parse(parse({ forward: url, record }))).toMatchObject({ response: { record } })
    },
  )

  test.each<[unknown, string]>([
    ['new', ' must be true, or an object such as {"redact": {"query": ["sig"]}}'],
    [{ headers: ['a b'] }, '/headers/0 must be a list of names of headers'],
    [{ headers: 'accept' }, ' /headers must be a list of names of headers'],
    [
      { redact: ['a'] },
      ' /redact must be an object such as {"headers": ["x-session"], "json": ["/user/email"]}',
    ],
    [
      { redact: { json: ['user.email'] } },
      '/redact/json/0 must be a list of JSON Pointers such as /customer/email, of at most 2048 characters',
    ],
    [
      { redact: { query: Array.from({ length: 51 }, () => 'a') } },
      ' /redact/query must have at most 50 elements',
    ],
    [{ redcat: {} }, ' can have headers and redact, but not redcat'],
  ])('`record` may not be %j', (record, fault) => {
    expect(faultsOf(() => parse({ forward: url, record }))).toEqual([`/response/record${fault}`])
  })

  test('`record` is refused without `forward`', () => {
    expect(faultsOf(() => parse({ data: 1, record: true }))).toEqual([
      '/response/record needs forward: it records the responses of another service',
    ])
    const given = faultsOf(() => runWhole(parseGiven(JSON.stringify({ record: true }))))
    expect(given.join()).toContain('/record')
  })
})

test.each(['yesterday', '2026-11-29', '2026-13-29T12:00:00Z', 0])(
  '`recordedAt` may not be %j',
  (recordedAt) => {
    const rule = JSON.stringify({ endpoint: 'a', response: {}, recordedAt })
    expect(faultsOf(() => runWhole(parseRule(rule)))).toEqual([
      '/recordedAt must be a time such as 2026-11-29T12:00:00Z',
    ])
  },
)
