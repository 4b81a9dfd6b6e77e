// Which rule is named when none matches.
import type { RuleCase } from './rule-case.ts'

export const closestCases: readonly RuleCase[] = [
  {
    name: 'a rule that is off is not the closest',
    endpoints: [],
    rules: [
      { id: 'on', endpoint: 'api', when: { path: '/other' }, answer: {} },
      { id: 'off', endpoint: 'api', chance: 0, when: { path: '/a' }, answer: {} },
    ],
    asks: [
      {
        path: '/api/a',
        expected: { status: 404, problem: 'no-rule-matches', closest: { rule: 'on' } },
      },
    ],
  },
  {
    name: 'the closest rule is one of the same method and path, then one that differs in less',
    endpoints: [],
    rules: [
      { id: 'put', endpoint: 'api', when: { method: 'PUT', path: '/bucket/*' }, answer: {} },
      {
        id: 'one',
        endpoint: 'api',
        when: { method: 'GET', path: '/bucket', query: { type: '1', max: '5' } },
        answer: {},
      },
      {
        id: 'two',
        endpoint: 'api',
        when: { method: 'GET', path: '/bucket', query: { type: '1', max: '9' } },
        answer: {},
      },
      { id: 'elsewhere', endpoint: 'api', when: { method: 'GET', path: '/other' }, answer: {} },
      { id: 'other', endpoint: 'api', when: { method: 'PUT', path: '/otter' }, answer: {} },
    ],
    asks: [
      {
        path: '/api/bucket/?type=2&max=5',
        expected: {
          status: 404,
          problem: 'no-rule-matches',
          closest: { rule: 'one', member: 'query.type', expected: '1', actual: '2' },
        },
      },
      {
        path: '/api/otter',
        expected: {
          status: 404,
          problem: 'no-rule-matches',
          closest: { rule: 'other', member: 'method', expected: 'PUT', actual: 'GET' },
        },
      },
      {
        path: '/api/ottr',
        expected: {
          status: 404,
          problem: 'no-rule-matches',
          closest: { rule: 'elsewhere', member: 'path' },
        },
      },
    ],
  },
  {
    name: 'the closest rule, and the first member that differs',
    endpoints: [],
    rules: [
      { id: 'far', endpoint: 'api', when: { path: '/other' }, answer: {} },
      {
        id: 'near',
        endpoint: 'api',
        when: { path: '/a', method: 'POST', query: { page: '1' } },
        answer: {},
      },
    ],
    asks: [
      {
        path: '/api/a?page=2',
        method: 'POST',
        expected: {
          status: 404,
          problem: 'no-rule-matches',
          closest: { rule: 'near', member: 'query.page', expected: '1', actual: '2' },
        },
      },
      {
        path: '/api/a',
        expected: {
          status: 404,
          problem: 'no-rule-matches',
          closest: { rule: 'near', member: 'method', expected: 'POST', actual: 'GET' },
        },
      },
    ],
  },
]
