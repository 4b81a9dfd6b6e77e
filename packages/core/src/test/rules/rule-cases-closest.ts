// Cases of the closest rule, which is named when no rule matches.
import type { RuleAsk, RuleCase } from './rule-case.ts'

export const closestCases: readonly RuleCase[] = [
  {
    name: 'a compressed body is said to be no JSON because it is compressed',
    endpoints: [],
    rules: ['/total', '/name'].map((at, i) => ({
      endpoint: 'api',
      when: { path: `/${i}`, jsonAt: { [at]: i === 0 ? 1 : { contains: 'a' } } },
      response: {},
    })),
    asks: [0, 1].map((i) => ({
      path: `/api/${i}`,
      method: 'POST',
      headers: { 'content-encoding': 'gzip' },
      body: '\u001f\u0000',
      expected: {
        status: 404,
        problem: 'no-rule-matches',
        closest: { actual: 'no JSON: the body is encoded as gzip' },
      },
    })),
  },
  {
    name: 'a rule that is off is not the closest',
    endpoints: [],
    rules: [
      { id: 'on', endpoint: 'api', when: { path: '/other' }, response: {} },
      { id: 'off', endpoint: 'api', chance: 0, when: { path: '/a' }, response: {} },
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
      { id: 'put', endpoint: 'api', when: { method: 'PUT', path: '/bucket/*' }, response: {} },
      {
        id: 'one',
        endpoint: 'api',
        when: { method: 'GET', path: '/bucket', query: { type: '1', max: '5' } },
        response: {},
      },
      {
        id: 'two',
        endpoint: 'api',
        when: { method: 'GET', path: '/bucket', query: { type: '1', max: '9' } },
        response: {},
      },
      { id: 'elsewhere', endpoint: 'api', when: { method: 'GET', path: '/other' }, response: {} },
      { id: 'other', endpoint: 'api', when: { method: 'PUT', path: '/otter' }, response: {} },
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
      { id: 'far', endpoint: 'api', when: { path: '/other' }, response: {} },
      {
        id: 'near',
        endpoint: 'api',
        when: { path: '/a', method: 'POST', query: { page: '1' } },
        response: {},
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
  {
    name: 'of a query that differs, the first parameter is named',
    endpoints: [],
    rules: [
      { id: 'a', endpoint: 'api', when: { path: '/a', queryString: 'page=2' }, response: {} },
      {
        id: 'b',
        endpoint: 'api',
        when: { path: '/b', queryString: '', query: { key: { contains: '' } } },
        response: {},
      },
    ],
    asks: [
      differing('/api/a?page=3', { member: 'query.page', expected: '2', actual: '3' }),
      differing('/api/a', { member: 'query.page', expected: '2', actual: 'nothing' }),
      differing('/api/a?page=2&x=', { member: 'query.x', expected: 'nothing', actual: '' }),
      differing('/api/a?page=2&page=2', { member: 'query.page', expected: '2', actual: '2, 2' }),
      differing('/api/b?key=1&x=2', { member: 'query.x', expected: 'nothing', actual: '2' }),
    ],
  },
]

function differing(path: string, closest: object): RuleAsk {
  return { path, expected: { status: 404, problem: 'no-rule-matches', closest } }
}
