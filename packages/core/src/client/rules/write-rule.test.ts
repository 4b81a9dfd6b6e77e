import { describe, expect, test } from 'vitest'
import { rawJson } from '../json-writer.ts'
import { writeResponse, writeRule } from './write-rule.ts'

function errorsOf(write: () => unknown): readonly unknown[] {
  try {
    return [write()]
  } catch (error) {
    return (error as { extensions: { errors: [] } }).extensions.errors
  }
}

describe('a written rule', () => {
  test('raw JSON is written byte for byte, wherever a rule has a value', () => {
    const raw = rawJson('{ "a": 1.0 }')
    const rule = {
      endpoint: 'a',
      when: { json: { b: raw } },
      response: { events: [{ data: raw, id: '1' }, { data: '-' }], statusCode: undefined },
    }
    expect(writeRule(rule)).toBe(
      '{"endpoint":"a","when":{"json":{"b":{ "a": 1.0 }}},"response":{"events":[{"data":{ "a": 1.0 },"id":"1"},{"data":"-"}]}}',
    )
    expect(writeResponse(rawJson('{"data":1.0}'))).toBe('{"data":1.0}')
  })

  test('a regular expression is written as its source, with its flags inside', () => {
    const rule = {
      endpoint: 'a',
      when: {
        params: { id: /^\d+$/ },
        query: { page: { matches: /x/gi }, q: { contains: '/x/' }, n: 1, none: null },
        headers: { 'X-A': /a\/b/ms },
        form: { f: /(?<name>y)/u },
        jsonAt: { '/a': /z/, '/b': { c: 1 }, '/d': rawJson('1.0') },
        body: { matches: '^$' },
      },
      response: {},
    }
    const written = writeRule(rule)
    expect(written).toContain('"/d":1.0')
    expect(JSON.parse(written).when).toEqual({
      params: { id: { matches: '^\\d+$' } },
      query: { page: { matches: '(?i)x' }, q: { contains: '/x/' }, n: 1, none: null },
      headers: { 'X-A': { matches: '(?ms)a\\/b' } },
      form: { f: { matches: '(?<name>y)' } },
      jsonAt: { '/a': { matches: 'z' }, '/b': { c: 1 }, '/d': 1 },
      body: { matches: '^$' },
    })
  })

  test('a regular expression in `json` is refused with a hint at `jsonAt`', () => {
    const rule = { endpoint: 'a', when: { json: { customer: { email: /x/ } } }, response: {} }
    expect(errorsOf(() => writeRule(rule))).toEqual([
      {
        pointer: '/when/json/customer/email',
        detail: "is a RegExp; write { jsonAt: { '/customer/email': /…/ } }",
      },
    ])
    const at = { endpoint: 'a', when: { jsonAt: { '/a': undefined } }, response: {} }
    expect(errorsOf(() => writeRule(at))).toMatchObject([{ pointer: '/when/jsonAt/~1a' }])
  })

  test('unknown and invalid members of a rule are written for the service to check', () => {
    const rule = { endpoint: 'a', responses: 5, 'x/~y': [1], when: 'x', __proto__: { z: 1 } }
    expect(writeRule(rule)).toBe('{"endpoint":"a","responses":5,"x/~y":[1],"when":"x"}')
  })

  test.each([
    [{ response: new Response() }, '/response', 'answer with `() => new Response(…)`'],
    [{ response: { headers: { 'x/y': undefined } } }, '/response/headers/x~1y', 'is undefined'],
    [
      { response: { data: undefined } },
      '/response/data',
      'is undefined; leave it out, or use null',
    ],
    [{ responses: [undefined] }, '/responses/0', 'is undefined'],
    [{ 'a/b': 1n }, '/a~1b', 'is a BigInt'],
  ])('the rule %o is refused at %s', (rule, pointer, detail) => {
    expect(errorsOf(() => writeRule({ endpoint: 'a', ...rule }))).toEqual([
      { pointer, detail: expect.stringContaining(detail) },
    ])
  })

  test('at most 20 faults of a rule are reported', () => {
    const responses = Array.from({ length: 30 }, () => ({ data: 1n }))
    expect(errorsOf(() => writeRule({ endpoint: 'a', responses } as never))).toHaveLength(20)
  })
})

test('writeResponse without a response returns an empty string', () => {
  expect(writeResponse(undefined)).toBe('')
})
