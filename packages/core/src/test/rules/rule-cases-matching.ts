// Cases of the requests that permanent rules answer, and of their order.
import { normal, type RuleCase } from './rule-case.ts'

export const matchingCases: readonly RuleCase[] = [
  {
    name: 'the newest permanent rule comes first',
    rules: [
      { endpoint: 'orders', response: { data: 'old' } },
      { endpoint: 'orders', response: { data: 'new' } },
    ],
    asks: [{ expected: { body: '"new"' } }, { expected: { body: '"new"' } }],
  },
  {
    name: 'a permanent rule keeps its place when it is replaced',
    rules: [
      { id: 'a', endpoint: 'orders', response: { data: 'a' } },
      { id: 'b', endpoint: 'orders', response: { data: 'b' } },
      { id: 'a', endpoint: 'orders', response: { data: 'again' } },
    ],
    asks: [{ expected: { body: '"b"' } }],
  },
  {
    name: 'a rule moves to another endpoint',
    endpoints: [
      { name: 'orders', data: [1] },
      { name: 'other', data: 2 },
    ],
    rules: [
      { id: 'a', endpoint: 'orders', response: { data: 'a' } },
      { id: 'a', endpoint: 'other', response: { data: 'a' } },
    ],
    asks: [{ expected: normal }, { path: '/other', expected: { body: '"a"' } }],
  },
  {
    name: 'methods: one, several, and HEAD as GET',
    rules: [
      { endpoint: 'orders', when: { method: 'GET' }, response: { statusCode: 201 } },
      { endpoint: 'orders', when: { method: ['PUT', 'PATCH'] }, response: { statusCode: 202 } },
      { endpoint: 'orders', when: { method: 'PROPFIND' }, response: { statusCode: 207 } },
    ],
    asks: [
      { expected: { status: 201 } },
      { method: 'HEAD', expected: { status: 201, body: '', headers: { 'content-length': '3' } } },
      { method: 'PUT', expected: { status: 202 } },
      { method: 'PATCH', expected: { status: 202 } },
      { method: 'PROPFIND', expected: { status: 207 } },
      { method: 'DELETE', expected: normal },
    ],
  },
  {
    name: 'query: a value, and none',
    rules: [
      { endpoint: 'orders', when: { query: { page: '2' } }, response: { data: 2 } },
      { endpoint: 'orders', when: { query: { page: null, all: '' } }, response: { data: 'all' } },
    ],
    asks: [
      { path: '/orders?page=2', expected: { body: '2' } },
      { path: '/orders?page=1&page=2&b', expected: { body: '2' } },
      { path: '/orders?all', expected: { body: '"all"' } },
      { path: '/orders?all&page=3', expected: normal },
      { path: '/orders?page=%32', expected: { body: '2' } },
    ],
  },
  {
    name: 'headers: a value whatever the case of the name, and none',
    rules: [
      { endpoint: 'orders', when: { headers: { 'X-Api-Version': '2' } }, response: { data: 2 } },
      {
        endpoint: 'orders',
        when: { headers: { authorization: null, 'x-must': 'yes' } },
        response: { statusCode: 401 },
      },
    ],
    asks: [
      { headers: { 'x-api-version': '2' }, expected: { body: '2' } },
      { headers: { 'x-api-version': '3' }, expected: normal },
      { headers: { 'X-Must': 'yes' }, expected: { status: 401 } },
      { headers: { 'X-Must': 'yes', authorization: 'a' }, expected: normal },
    ],
  },
  {
    name: 'jsonIncludes: members at any depth, arrays in full, numbers by value',
    rules: [
      '{"endpoint":"orders","when":{"jsonIncludes":{"a":{"n":1.50},"list":[1,{"x":null}]}},"response":{"data":"yes"}}',
    ],
    asks: [
      ...[
        '{"a":{"n":1.5},"list":[1,{"x":null}]}',
        '{"b":0,"list":[1.0,{"x":null,"y":2}],"a":{"m":1,"n":15e-1}}',
        ' {"a":{"n":1.500},"list":[1,{"x":null}]} ',
      ].map((body) => ({ method: 'POST', body, expected: { body: '"yes"' } })),
      ...[
        '{"a":{"n":1.5},"list":[1,{"x":null},3]}',
        '{"a":{"n":1.5},"list":[1,{}]}',
        '{"a":{"n":"1.5"},"list":[1,{"x":null}]}',
        '{"a":{"n":1.5},"list":{"0":1}}',
        '{"a":{"n":1.5000000000000000001},"list":[1,{"x":null}]}',
        '{"a":{"n":1.5}',
        '',
        '[]',
        'null',
      ].map((body) => ({ method: 'POST', body, expected: normal })),
    ],
  },
  {
    name: 'json: all members in any order, numbers by value',
    rules: [
      '{"endpoint":"orders","when":{"json":{"a":{"n":1.50},"list":[{"x":null}]}},"response":{"data":"yes"}}',
    ],
    asks: [
      ...['{"list":[{"x":null}],"a":{"n":1.5}}', ' {"a":{"n":15e-1},"list":[{"x":null}]} '].map(
        (body) => ({ method: 'POST', body, expected: { body: '"yes"' } }),
      ),
      ...[
        '{"a":{"n":1.5},"list":[{"x":null}],"b":0}',
        '{"a":{"n":1.5,"m":1},"list":[{"x":null}]}',
        '{"a":{"n":1.5},"list":[{"x":null,"y":2}]}',
        '{"a":{"n":1.5}}',
        '{"a":{"n":1.5},"list":[{"x":null}]',
        '',
      ].map((body) => ({ method: 'POST', body, expected: normal })),
    ],
  },
  {
    name: 'json: numbers that no double can tell apart',
    rules: [
      '{"endpoint":"orders","when":{"json":{"id":12345678901234567891}},"response":{"data":"yes"}}',
    ],
    asks: [
      { method: 'POST', body: '{"id":12345678901234567891}', expected: { body: '"yes"' } },
      { method: 'POST', body: '{"id":1.2345678901234567891E19}', expected: { body: '"yes"' } },
      { method: 'POST', body: '{"id":12345678901234567890}', expected: normal },
      { method: 'POST', body: '{"id":"12345678901234567891"}', expected: normal },
    ],
  },
  {
    name: 'body: exactly this text, up to a mebibyte',
    rules: [
      { endpoint: 'orders', when: { body: 'é=1' }, response: { data: 'yes' } },
      { endpoint: 'orders', when: { body: 'x'.repeat(200_000) }, response: { data: 'long' } },
    ],
    asks: [
      { method: 'POST', body: 'é=1', expected: { body: '"yes"' } },
      { method: 'POST', body: 'é=1 ', expected: normal },
      { method: 'POST', body: 'x'.repeat(200_000), expected: { body: '"long"' } },
      { method: 'POST', body: 'x'.repeat(2_000_000), expected: normal },
    ],
  },
]
