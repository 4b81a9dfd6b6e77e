// Cases of rules as data, for every adapter and store, and for stores that are reopened.
import { type ExpectedResponse, normal, type RuleCase } from './rule-case.ts'
import { closestCases } from './rule-cases-closest.ts'
import { costlyCases } from './rule-cases-costly.ts'
import { dynamicCases } from './rule-cases-dynamic.ts'
import { matchingCases } from './rule-cases-matching.ts'
import { pathCases } from './rule-cases-paths.ts'
import { answerCases } from './rule-cases-responses.ts'
import { textCases } from './rule-cases-texts.ts'

const unavailable: ExpectedResponse = { status: 503, body: '[1]' }

/** Cases with temporary rules, and others that depend on the number of requests. */
export const casesWithEnd: readonly RuleCase[] = [
  {
    name: 'a rule for one request answers the next one, over the default response',
    rules: [{ endpoint: 'orders', times: 1, response: { statusCode: 503 } }],
    asks: [{ expected: unavailable }, { expected: normal }],
  },
  {
    name: 'temporary rules answer oldest first',
    rules: [
      { endpoint: 'orders', times: 1, response: { data: 'a' } },
      { endpoint: 'orders', times: 2, response: { data: 'b' } },
    ],
    asks: [
      { expected: { body: '"a"' } },
      { expected: { body: '"b"' } },
      { expected: { body: '"b"' } },
      { expected: normal },
    ],
  },
  {
    name: 'responses are given in turn, faults among them',
    rules: [
      {
        endpoint: 'orders',
        responses: [
          { statusCode: 503, headers: { 'retry-after': '1' } },
          { fault: 'close' },
          { data: 2 },
        ],
      },
    ],
    asks: [
      { expected: { ...unavailable, headers: { 'retry-after': '1' } } },
      { expected: { isBroken: true } },
      { expected: { body: '2' } },
      { expected: normal },
    ],
  },
  {
    name: 'the last response is repeated',
    rules: [
      {
        endpoint: 'orders',
        responses: [{ statusCode: 503 }, { data: 'pending' }, { data: 'done' }],
        repeatLast: true,
      },
    ],
    asks: [
      { expected: unavailable },
      { expected: { body: '"pending"' } },
      { expected: { body: '"done"' } },
      { expected: { body: '"done"' } },
    ],
  },
  {
    name: 'a rule that repeats its last response is a permanent one, which temporary ones come before',
    rules: [
      { endpoint: 'orders', responses: [{ data: 1 }, { data: 2 }], repeatLast: true },
      { endpoint: 'orders', times: 1, response: { data: 'next' } },
    ],
    asks: [
      { expected: { body: '"next"' } },
      { expected: { body: '1' } },
      { expected: { body: '2' } },
    ],
  },
  {
    name: 'with `repeatLast: false` a rule is used up as without it',
    rules: [{ endpoint: 'orders', responses: [{ data: 1 }], repeatLast: false }],
    asks: [{ expected: { body: '1' } }, { expected: normal }],
  },
  {
    name: 'temporary rules come before permanent ones, whichever was first',
    rules: [
      { endpoint: 'orders', times: 1, response: { data: 'next' } },
      { endpoint: 'orders', response: { data: 'permanent' } },
    ],
    asks: [{ expected: { body: '"next"' } }, { expected: { body: '"permanent"' } }],
  },
  {
    name: 'a rule that does not match is not used up',
    rules: [{ endpoint: 'orders', when: { method: 'POST' }, times: 1, response: { data: 'post' } }],
    asks: [
      { expected: normal },
      { method: 'POST', expected: { body: '"post"' } },
      { method: 'POST', expected: normal },
    ],
  },
  {
    name: 'a rule is replaced by its id, in its place',
    rules: [
      { id: 'a', endpoint: 'orders', times: 1, response: { data: 'old' } },
      { id: 'b', endpoint: 'orders', times: 1, response: { data: 'b' } },
      { id: 'a', endpoint: 'orders', times: 1, response: { data: 'new' } },
    ],
    asks: [{ expected: { body: '"new"' } }, { expected: { body: '"b"' } }, { expected: normal }],
  },
  {
    name: 'a permanent rule becomes temporary one',
    rules: [
      { id: 'a', endpoint: 'orders', response: { data: 'permanent' } },
      { id: 'a', endpoint: 'orders', times: 1, response: { data: 'once' } },
    ],
    asks: [{ expected: { body: '"once"' } }, { expected: normal }],
  },
  ...(['reset', 'close', 'malformed', 'truncate'] as const).map((fault) => ({
    name: `the fault ${fault} sends no response`,
    rules: [{ endpoint: 'orders', times: 1, response: { fault, data: 'x'.repeat(1000) } }],
    asks: [{ expected: { isBroken: true as const } }, { expected: normal }],
  })),
  {
    name: 'the fault truncate breaks a response without a body too',
    rules: [
      { endpoint: 'bare', times: 1, response: { fault: 'truncate' } },
      { endpoint: 'orders', times: 1, response: { fault: 'truncate', body: '' } },
    ],
    asks: [{ path: '/bare', expected: { isBroken: true } }, { expected: { isBroken: true } }],
  },
]

/** Cases with only permanent rules, which are stored. */
export const permanentCases: readonly RuleCase[] = [
  ...matchingCases,
  ...pathCases,
  ...closestCases,
  ...textCases,
  ...dynamicCases,
  ...costlyCases,
  ...answerCases,
]
