// `then`: the webhooks that follow a response.
import { describe, expect, test } from 'vitest'
import { readListedRule } from '../../control/read-rule.ts'
import { runWhole } from '../../test/run-whole.ts'
import { Problem } from '../problem/problem.ts'
import { parseGiven, parseRule } from './parse-rule.ts'
import { listedRuleToJson, ruleToJson } from './rule-json.ts'
import { weightOf } from './rule-weight.ts'

const to = 'http://localhost:3000/'

function parse(then: unknown, members: object = {}): ReturnType<typeof toRule> {
  return toRule(JSON.stringify({ endpoint: 'a', response: { ...members, then } }))
}

function toRule(text: string) {
  return { ...runWhole(parseRule(text)), id: 'r' }
}

function faultsOf(read: () => unknown): string[] {
  try {
    read()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    expect(error.code).toBe('invalid-rule')
    return (error.extensions.errors ?? []).map(({ pointer, detail }) => `${pointer} ${detail}`)
  }
  return []
}

test('`then` is read and written with its JSON byte for byte', () => {
  const then =
    '[{"send":{"to":"http://a/","event":{ "a":1.0},"sign":{"scheme":"slack","secret":"s"}}},' +
    '{"send":{"to":"http://a/","events":[1e2,"b"]}},{"send":{"to":"http://a/","body":"b"}}]'
  const rule = toRule(`{"endpoint":"a","response":{"then":${then}}}`)
  const text = ruleToJson(rule)
  expect(text).toBe(`{"id":"r","endpoint":"a","response":{"then":${then}}}`)
  expect(ruleToJson(toRule(text.replace('"id":"r",', '')))).toBe(text)
  const {
    used: _,
    left,
    ...listed
  } = readListedRule(listedRuleToJson({ ...rule, used: 0, left: null }))
  expect([ruleToJson(listed), left]).toEqual([text, null])
})

describe('an invalid `then`', () => {
  test.each<[faults: string[], then: unknown, members?: object]>([
    [
      ['/response/then must be a list, such as [{"send": {"to": …, "event": …}}]'],
      { send: { to, event: 1 } },
    ],
    [['/response/then/0 must be an object, such as {"send": {"to": …, "event": …}}'], ['http://a']],
    [['/response/then/0/send is missing; it is an object such as {"to": …, "event": …}'], [{}]],
    [
      [
        '/response/then/0/to belongs in `send`',
        '/response/then/0/send is missing; it is an object such as {"to": …, "event": …}',
      ],
      [{ to }],
    ],
    [
      [
        '/response/then/1/send/url is called `to`',
        '/response/then/1/send/to must be a URL such as http://localhost:3000/hooks',
      ],
      [{ send: { to, event: 1 } }, { send: { url: to, event: 1 } }],
    ],
    [['/response/then/0/send needs event, events or body'], [{ send: { to } }]],
    [
      [
        '/response/then/0/send/to must be a URL such as https://api.example.com, of at most 2000 characters; with "dynamic": true it takes values of the request',
      ],
      [{ send: { to: '${/body/a}', event: 1 } }],
    ],
    [
      [
        '/response/then/0/send/to must be a URL such as http://localhost:3000/hooks; of a dynamic response ${/body/callback}',
      ],
      [{ send: { to: { $request: '/body/a' }, event: 1 } }],
      { dynamic: true },
    ],
    [
      [
        '/response/then/0/send/event takes `body`, which is not a value of a request: did you mean `/body`?',
      ],
      [{ send: { to, event: { $request: 'body' } } }],
      { dynamic: true },
    ],
    [['/response/then cannot be used with forward'], [{ send: { to, event: 1 } }], { forward: to }],
    [
      ['/response/then may have 10 elements at most'],
      Array.from({ length: 11 }, () => ({ send: { to, event: 1 } })),
    ],
  ])('an invalid `then` is refused with the faults %j', (faults, then, members) => {
    expect(faultsOf(() => parse(then, members))).toEqual(faults)
  })

  test('other words for `then` and `send` are refused with a hint', () => {
    const read = () => runWhole(parseGiven('{"callback":1,"send":{}}'))
    expect(faultsOf(read)).toEqual([
      '/callback belongs in `then`: [{"send": …}]',
      '/send belongs in `then`: [{"send": …}]',
    ])
  })
})

test('a dynamic `then` takes values of the request in all parts of a message', () => {
  const send = {
    to: 'http://localhost:${/body/port}/',
    event: { a: { $request: '/body/a' } },
    headers: { a: '${/body/a}' },
    id: '${/body/id}',
  }
  expect(parse([{ send }], { dynamic: true }).response?.then?.[0]?.send.to).toBe(send.to)
  expect(faultsOf(() => parse([{ send: { to, event: 1 } }], { dynamic: true }))).toEqual([
    '/response/dynamic is true, and the response takes nothing from a request: write {"$request": "/body/id"} for a JSON value, or ${/body/id} in a string',
  ])
})

test('the weight of a rule includes the events in `then`', () => {
  const light = weightOf(parse([{ send: { to, event: 'a' } }]))
  const heavy = weightOf(parse([{ send: { to, event: 'a'.repeat(1000) } }]))
  expect(heavy - light).toBeGreaterThan(1900)
})
