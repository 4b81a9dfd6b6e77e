// What rules answer, as data: the same through every door, on every store, and after reopening it.
import { type ExpectedAnswer, normal, type RuleCase } from './rule-case.ts'
import { answerCases } from './rule-cases-answers.ts'
import { closestCases } from './rule-cases-closest.ts'
import { costlyCases } from './rule-cases-costly.ts'
import { dynamicCases } from './rule-cases-dynamic.ts'
import { matchingCases } from './rule-cases-matching.ts'
import { pathCases } from './rule-cases-paths.ts'
import { textCases } from './rule-cases-texts.ts'

const unavailable: ExpectedAnswer = { status: 503, body: '[1]' }

/** Rules that are used up. */
export const casesWithEnd: readonly RuleCase[] = [
  {
    name: 'a rule for one request answers the next one, over the record',
    rules: [{ endpoint: 'orders', times: 1, answer: { statusCode: 503 } }],
    asks: [{ expected: unavailable }, { expected: normal }],
  },
  {
    name: 'rules with an end answer oldest first',
    rules: [
      { endpoint: 'orders', times: 1, answer: { data: 'a' } },
      { endpoint: 'orders', times: 2, answer: { data: 'b' } },
    ],
    asks: [
      { expected: { body: '"a"' } },
      { expected: { body: '"b"' } },
      { expected: { body: '"b"' } },
      { expected: normal },
    ],
  },
  {
    name: 'answers are given in turn, faults among them',
    rules: [
      {
        endpoint: 'orders',
        answers: [
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
    name: 'rules with an end come before lasting ones, whichever was first',
    rules: [
      { endpoint: 'orders', times: 1, answer: { data: 'next' } },
      { endpoint: 'orders', answer: { data: 'lasting' } },
    ],
    asks: [{ expected: { body: '"next"' } }, { expected: { body: '"lasting"' } }],
  },
  {
    name: 'a rule that does not match is not used up',
    rules: [{ endpoint: 'orders', when: { method: 'POST' }, times: 1, answer: { data: 'post' } }],
    asks: [
      { expected: normal },
      { method: 'POST', expected: { body: '"post"' } },
      { method: 'POST', expected: normal },
    ],
  },
  {
    name: 'a rule is replaced by its id, in its place',
    rules: [
      { id: 'a', endpoint: 'orders', times: 1, answer: { data: 'old' } },
      { id: 'b', endpoint: 'orders', times: 1, answer: { data: 'b' } },
      { id: 'a', endpoint: 'orders', times: 1, answer: { data: 'new' } },
    ],
    asks: [{ expected: { body: '"new"' } }, { expected: { body: '"b"' } }, { expected: normal }],
  },
  {
    name: 'a lasting rule becomes one with an end',
    rules: [
      { id: 'a', endpoint: 'orders', answer: { data: 'lasting' } },
      { id: 'a', endpoint: 'orders', times: 1, answer: { data: 'once' } },
    ],
    asks: [{ expected: { body: '"once"' } }, { expected: normal }],
  },
  ...(['reset', 'close', 'malformed', 'truncate'] as const).map((fault) => ({
    name: `the fault ${fault} is no answer`,
    rules: [{ endpoint: 'orders', times: 1, answer: { fault, data: 'x'.repeat(1000) } }],
    asks: [{ expected: { isBroken: true as const } }, { expected: normal }],
  })),
]

/** Rules without an end, which are stored. */
export const lastingCases: readonly RuleCase[] = [
  ...matchingCases,
  ...pathCases,
  ...closestCases,
  ...textCases,
  ...dynamicCases,
  ...costlyCases,
  ...answerCases,
]
