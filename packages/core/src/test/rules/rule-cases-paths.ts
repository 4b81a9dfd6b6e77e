// Cases of the paths that permanent rules match.
import { normal, type RuleCase } from './rule-case.ts'

export const pathCases: readonly RuleCase[] = [
  {
    name: 'paths below an endpoint without a default response',
    endpoints: [],
    rules: [
      { endpoint: 'stripe', when: { path: '/v1/*' }, response: { data: 'rest' } },
      { endpoint: 'stripe', when: { path: '/v1/customers/:id' }, response: { data: 'one' } },
      { endpoint: 'stripe', when: { path: '/v1/é b' }, response: { data: 'decoded' } },
      { endpoint: 'stripe', when: { path: '/v1/a%2fb' }, response: { data: 'encoded' } },
    ],
    asks: [
      { path: '/stripe/v1/customers/7', expected: { body: '"one"' } },
      { path: '/stripe/v1/customers/7?expand=a', expected: { body: '"one"' } },
      { path: '/stripe/v1/customers/7/', expected: { body: '"one"' } },
      { path: '/stripe/v1/customers/7//', expected: { body: '"rest"' } },
      { path: '/stripe/v1/customers/', expected: { body: '"rest"' } },
      { path: '/stripe/v1', expected: { body: '"rest"' } },
      { path: '/stripe/v1/', expected: { body: '"rest"' } },
      { path: '/stripe/v1/%C3%A9%20b', expected: { body: '"decoded"' } },
      { path: '/stripe/v1/%c3%a9%20b', expected: { body: '"decoded"' } },
      { path: '/stripe/v1/a%2Fb', expected: { body: '"encoded"' } },
      { path: '/stripe/v1/%61%2fb', expected: { body: '"encoded"' } },
      { path: '/stripe/v1/a/b', expected: { body: '"rest"' } },
      {
        path: '/stripe/v2',
        expected: { status: 404, problem: 'no-rule-matches', closest: { member: 'path' } },
      },
      { path: '/stripe', expected: { status: 404, problem: 'no-rule-matches' } },
      { path: '/strip', expected: { status: 404, problem: 'endpoint-not-found' } },
    ],
  },
  {
    name: 'a rule without a path is about everything below an endpoint without a default response',
    endpoints: [{ name: 'orders', data: [1] }],
    rules: [
      { endpoint: 'api', when: { path: '/v1/*' }, response: { data: 'v1' } },
      { endpoint: 'api', when: { query: { fail: '1' } }, response: { statusCode: 503 } },
      { endpoint: 'api', when: { method: 'DELETE' }, response: { statusCode: 202 } },
      { endpoint: 'orders', when: { method: 'DELETE' }, response: { statusCode: 202 } },
    ],
    asks: [
      { path: '/api/v1/a?fail=1', expected: { status: 503 } },
      { path: '/api/v1/a', expected: { body: '"v1"' } },
      { path: '/api/v1/a/b', method: 'DELETE', expected: { status: 202 } },
      { path: '/api', method: 'DELETE', expected: { status: 202 } },
      { path: '/orders', method: 'DELETE', expected: { status: 202 } },
      {
        path: '/orders/1',
        method: 'DELETE',
        expected: { status: 404, problem: 'no-rule-matches', closest: { member: 'path' } },
      },
    ],
  },
  {
    name: 'an endpoint goes on answering beside rules for what is below it',
    rules: [{ endpoint: 'orders', when: { path: '/:id' }, response: { data: 'one' } }],
    asks: [
      { expected: normal },
      { path: '/orders/7', expected: { body: '"one"' } },
      { path: '/orders/', expected: normal },
      { path: '/orders/7/8', expected: { status: 404, problem: 'no-rule-matches' } },
    ],
  },
  {
    name: 'a slash at the end makes no difference, in a pattern and in a path',
    rules: [
      { endpoint: 'orders', when: { method: 'POST' }, response: { statusCode: 201 } },
      { endpoint: 'orders', when: { path: '/bucket/' }, response: { data: 'list' } },
      { endpoint: 'orders', when: { path: '/:a/:b/' }, response: { data: 'two' } },
    ],
    asks: [
      { path: '/orders/?a=b', expected: normal },
      { path: '/orders/', method: 'POST', expected: { status: 201 } },
      { path: '/orders/bucket', expected: { body: '"list"' } },
      { path: '/orders/bucket/?a=b', expected: { body: '"list"' } },
      { path: '/orders/a/b', expected: { body: '"two"' } },
      { path: '/orders/a/b/', expected: { body: '"two"' } },
      { path: '/orders//', expected: { status: 404, problem: 'no-rule-matches' } },
      { path: '/orders/a//', expected: { status: 404, problem: 'no-rule-matches' } },
    ],
  },
  {
    name: 'a slash at the end makes a difference where the path has to be exact',
    rules: [
      { endpoint: 'orders', when: { path: '/a/', exactPath: true }, response: { data: 'with' } },
      { endpoint: 'orders', when: { path: '/a', exactPath: true }, response: { data: 'without' } },
      {
        endpoint: 'orders',
        when: { method: 'POST', exactPath: true },
        response: { data: 'itself' },
      },
    ],
    asks: [
      { path: '/orders/a/', expected: { body: '"with"' } },
      { path: '/orders/a', expected: { body: '"without"' } },
      { method: 'POST', expected: { body: '"itself"' } },
      { method: 'POST', path: '/orders/', expected: normal },
    ],
  },
  {
    name: 'a star matches the endpoint itself too',
    rules: [{ endpoint: 'orders', when: { path: '/*' }, response: { data: 'all' } }],
    asks: [{ expected: { body: '"all"' } }, { path: '/orders/a/b', expected: { body: '"all"' } }],
  },
]
