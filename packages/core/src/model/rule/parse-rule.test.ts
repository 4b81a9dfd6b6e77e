import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runWhole } from '../../test/run-whole.ts'
import { Problem } from '../problem/problem.ts'
import { parseGiven, parseRule } from './parse-rule.ts'
import { ruleToJson } from './rule-json.ts'
import type { NewRule } from './rule-schema.ts'

function parse(rule: unknown): NewRule {
  return runWhole(parseRule(typeof rule === 'string' ? rule : JSON.stringify(rule)))
}

/** Each fault as `pointer detail`. */
function faultsOf(rule: unknown, read: (rule: unknown) => unknown = parse): string[] {
  try {
    read(rule)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    expect(error.code).toBe('invalid-rule')
    return (error.extensions.errors ?? []).map(({ pointer, detail }) => `${pointer} ${detail}`)
  }
  return []
}

const rule = (members: object): object => ({ endpoint: 'orders', response: {}, ...members })
const answer = (members: object): object => ({ endpoint: 'orders', response: members })

test('all faults of a rule are reported at once, each with its place and the nearest word', () => {
  const faults = faultsOf({
    endpont: 'orders',
    when: { methd: 'GET', path: 'v1', method: 'post', query: { a: [1] } },
    response: {
      statusCode: 99,
      headers: { 'Content-Length': '1', 'b b': 'c', d: 'e\n' },
      data: 1,
      events: [{}, { data: 1, dealy: 2, id: 'a\nb' }],
    },
    times: 0,
  })
  expect(faults).toMatchInlineSnapshot(`
    [
      "/endpont is not one of id, endpoint, when, response, responses, repeatLast, times, chance, recordedAt: did you mean \`endpoint\`?",
      "/when/methd is not one of method, path, exactPath, params, query, queryString, headers, form, json, jsonIncludes, jsonAt, body: did you mean \`method\`?",
      "/response/events/1/dealy is not one of data, event, id, delay: did you mean \`delay\`?",
      "/when/path must begin with /, such as /v1/customers/:id",
      "/response/events cannot be used with data",
      "/response/events/1/id must be a single line",
      "/response/headers/b b is not a name that a header can have",
      "/response/headers/Content-Length is set by the service, which keeps HTTP valid; only a fault breaks it",
      "/response/headers/d must not hold control characters, or characters beyond U+00FF",
      "/endpoint is missing; it is a string",
      "/when/method must be upper case: POST",
      "/when/query/a must be a string, {"matches": "a regular expression"} or {"contains": "a text"}, or null if it is absent",
      "/response/statusCode must be an integer from 200 to 599 (1xx cannot end an exchange)",
      "/response/events/0/data is missing; it is any JSON value",
      "/times must be an integer from 1 to 1000000",
    ]
  `)
})

describe('invalid rules', () => {
  test.each<[string, unknown, string[]]>([
    ['nothing', 'null', [' must be an object']],
    ['no object', '[]', [' must be an object']],
    ['without a response', { endpoint: 'a' }, [' needs either response or responses']],
    ['with both', rule({ responses: [{}] }), ['/responses cannot be used with response']],
    ['without responses', { endpoint: 'a', responses: [] }, ['/responses must not be empty']],
    [
      'responses that are not a list',
      { endpoint: 'a', responses: {} },
      ['/responses must be a list; one alone is `response`'],
    ],
    [
      'a response that is a number',
      { endpoint: 'a', responses: [{}, 7] },
      ['/responses/1 must be an object'],
    ],
    [
      'responses with times',
      { endpoint: 'a', responses: [{}], times: 2 },
      ['/times cannot be used with responses, which are used once each'],
    ],
    [
      'a single response that is to be repeated',
      rule({ repeatLast: true }),
      ['/repeatLast belongs beside responses; a single response is repeated anyway'],
    ],
    ['a chance beyond one', rule({ chance: 1.1 }), ['/chance must be a number from 0 to 1']],
    [
      'a name',
      rule({ endpoint: 'a/b' }),
      ['/endpoint must not hold / or \\: write "a", and "path": "/b" in `when`'],
    ],
    ['an id', rule({ id: '' }), ['/id must not be empty']],
    [
      'a method nobody takes',
      rule({ when: { method: ['TRACE', 'ANY'] } }),
      [
        '/when/method/0 is not supported by endpoints',
        '/when/method/1 must be left out to match any method',
      ],
    ],
    ['a query that is a text', rule({ when: { query: 'a=1' } }), ['/when/query must be an object']],
    ['two contents', answer({ data: 1, body: 'a' }), ['/response/body cannot be used with data']],
    [
      'an encoding alone',
      answer({ bodyEncoding: 'base64' }),
      ['/response/bodyEncoding needs a body'],
    ],
    [
      'what is no base64',
      answer({ body: 'a', bodyEncoding: 'base64' }),
      ['/response/body must be base64, as bodyEncoding says'],
    ],
    [
      'a range the wrong way round',
      answer({ delay: [2, 1] }),
      ['/response/delay must have the minimum before the maximum'],
    ],
    [
      'a range of three',
      answer({ delay: [1, 2, 3] }),
      ['/response/delay must be a number of milliseconds, or two: the minimum and the maximum'],
    ],
    [
      'a fault that is none',
      answer({ fault: 'rest' }),
      [
        '/response/fault must be one of reset, close, truncate, malformed, hang: did you mean `reset`?',
      ],
    ],
    [
      'no speed',
      answer({ bytesPerSecond: 0 }),
      ['/response/bytesPerSecond must be a number of bytes from 1 up'],
    ],
    [
      'a chunk without a body',
      answer({ chunks: [{ delay: 1 }] }),
      ['/response/chunks/0/body must be a string'],
    ],
    [
      'a header in two cases',
      answer({ headers: { a: '1', A: '2' } }),
      ['/response/headers/A is also given in another case'],
    ],
    [
      'members that belong elsewhere',
      rule({ statusCode: 503, path: '/a', headers: {}, answer: 1, answers: [] }),
      [
        '/statusCode belongs in `response`',
        '/path belongs in `when`',
        '/headers belongs in `response`, or in `when`',
        '/answer is called `response`',
        '/answers is called `responses`',
      ],
    ],
    [
      'names that would be lost',
      '{"endpoint":"a","when":{"query":{"__proto__":"1"},"headers":{"__proto__":"1"}},"response":{"headers":{"__proto__":"1"}}}',
      [
        '/when/query/__proto__ is not supported',
        '/when/headers/__proto__ is not supported',
        '/response/headers/__proto__ is not supported',
      ],
    ],
    [
      'a member twice',
      '{"endpoint":"a","response":{"data":1,"data":2}}',
      ['/response/data is given more than once'],
    ],
  ])('an invalid rule is refused with its faults: %s', (_, given, faults) => {
    expect(faultsOf(given)).toEqual(faults)
  })

  test('a rule with many faults gets twenty of them and the number of the others', () => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`x${i}`, 1]))
    const faults = faultsOf(answer(many))
    expect(faults).toHaveLength(21)
    expect(faults.at(-1)).toBe(' has 80 more faults')
  })

  test('a rule with more than 10,000 responses, chunks and events in all is refused', () => {
    const chunks = Array.from({ length: 6_000 }, () => ({ body: '' }))
    expect(faultsOf({ endpoint: 'a', responses: [{ chunks }, { chunks }] })).toEqual([
      '/responses/1/chunks has 2002 elements too many: there may be 10000 in all lists together',
    ])
  })

  test('the response of a release is checked, and an empty text is an empty response', () => {
    const parse = (text: unknown): unknown => runWhole(parseGiven(String(text)))
    expect(faultsOf('{"statuscode":1}', parse)).toEqual([
      '/statuscode is not one of statusCode, data, delay, headers, body, bodyEncoding, chunks, events, bytesPerSecond, fault, then: did you mean `statusCode`?',
    ])
    expect(parse(' ')).toEqual({})
  })
})

const json = fc.oneof(fc.json(), fc.constantFrom('1.10', ' [ ] ', '"\u2028"', '-0', '1e400'))
const optional = (record: Record<string, fc.Arbitrary<unknown>>) =>
  fc.record(record, { requiredKeys: [], noNullPrototype: true })
const headers = fc.dictionary(
  fc.stringMatching(/^[a-z]{3,8}-x$/),
  fc.constantFrom('', 'a b', 'é'),
  {
    noNullPrototype: true,
  },
)
const content = fc.oneof(
  json.map((data) => ({ data })),
  fc.string({ unit: 'binary' }).map((body) => ({ body })),
  fc
    .array(optional({ delay: fc.nat(9) }).map((rest) => ({ body: 'a', ...rest })))
    .map((chunks) => ({ chunks })),
  fc.array(json.map((data) => ({ data, event: 'e' }))).map((events) => ({ events })),
)
const responses = fc
  .tuple(
    optional({ statusCode: fc.integer({ min: 200, max: 599 }), headers, hold: fc.boolean() }),
    content,
  )
  .map(([rest, content]) => ({ ...rest, ...content }))
const rules = fc
  .tuple(
    optional({ when: optional({ path: fc.constantFrom('/', '/a/:b/*'), json, query: headers }) }),
    fc.oneof(
      responses.map((answer) => ({ response: answer })),
      fc.array(responses, { minLength: 1, maxLength: 4 }).map((responses) => ({ responses })),
    ),
  )
  .map(([rest, answered]) => ({ id: 'a', endpoint: 'orders', ...rest, ...answered }))

test('a rule that is written and read again is the same, and its JSON byte for byte', () => {
  void fc.assert(
    fc.property(rules, (given) => {
      const read = parse(ruleToJson(given as never))
      expect(read).toEqual(trimmed(given))
      const text = ruleToJson(read as never)
      expect(ruleToJson(parse(text) as never)).toBe(text)
    }),
    { numRuns: 500 },
  )
})

/** Removes the white space around JSON values, because it is not part of them. */
function trimmed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(trimmed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      name === 'data' || name === 'json' ? String(each).trim() : trimmed(each),
    ]),
  )
}
