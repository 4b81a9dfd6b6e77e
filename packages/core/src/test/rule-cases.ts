// What rules answer, as data: the same through every door, on every store, and after reopening it.

export interface RuleCase {
  readonly name: string
  /** Bodies of adds, before the rules. Default: `orders` with `[1]`. */
  readonly endpoints?: readonly object[]
  /** Bodies of rules; a text is sent as it stands. */
  readonly rules: readonly (object | string)[]
  readonly asks: readonly RuleAsk[]
}

export interface RuleAsk {
  /** Default: GET. */
  readonly method?: string
  /** Below /endpoint. Default: /orders. */
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly expected: ExpectedAnswer
}

export interface ExpectedAnswer {
  /** Default: 200. */
  readonly status?: number
  readonly body?: string
  /** `null`: that it is not there. */
  readonly headers?: Readonly<Record<string, string | null>>
  /** Whether there is no whole answer. */
  readonly isBroken?: true
  /** The code of a problem, and what its `closest` has. */
  readonly problem?: string
  readonly closest?: object
}

const normal: ExpectedAnswer = { body: '[1]', headers: { 'content-type': 'application/json' } }
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
  {
    name: 'the newest lasting rule comes first',
    rules: [
      { endpoint: 'orders', answer: { data: 'old' } },
      { endpoint: 'orders', answer: { data: 'new' } },
    ],
    asks: [{ expected: { body: '"new"' } }, { expected: { body: '"new"' } }],
  },
  {
    name: 'a lasting rule keeps its place when it is replaced',
    rules: [
      { id: 'a', endpoint: 'orders', answer: { data: 'a' } },
      { id: 'b', endpoint: 'orders', answer: { data: 'b' } },
      { id: 'a', endpoint: 'orders', answer: { data: 'again' } },
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
      { id: 'a', endpoint: 'orders', answer: { data: 'a' } },
      { id: 'a', endpoint: 'other', answer: { data: 'a' } },
    ],
    asks: [{ expected: normal }, { path: '/other', expected: { body: '"a"' } }],
  },
  {
    name: 'methods: one, several, and HEAD as GET',
    rules: [
      { endpoint: 'orders', when: { method: 'GET' }, answer: { statusCode: 201 } },
      { endpoint: 'orders', when: { method: ['PUT', 'PATCH'] }, answer: { statusCode: 202 } },
      { endpoint: 'orders', when: { method: 'PROPFIND' }, answer: { statusCode: 207 } },
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
    name: 'paths below an endpoint that has no record',
    endpoints: [],
    rules: [
      { endpoint: 'stripe', when: { path: '/v1/*' }, answer: { data: 'rest' } },
      { endpoint: 'stripe', when: { path: '/v1/customers/:id' }, answer: { data: 'one' } },
      { endpoint: 'stripe', when: { path: '/v1/é b' }, answer: { data: 'decoded' } },
    ],
    asks: [
      { path: '/stripe/v1/customers/7', expected: { body: '"one"' } },
      { path: '/stripe/v1/customers/7?expand=a', expected: { body: '"one"' } },
      { path: '/stripe/v1/customers/7/', expected: { body: '"rest"' } },
      { path: '/stripe/v1/customers/', expected: { body: '"rest"' } },
      { path: '/stripe/v1', expected: { body: '"rest"' } },
      { path: '/stripe/v1/', expected: { body: '"rest"' } },
      { path: '/stripe/v1/%C3%A9%20b', expected: { body: '"decoded"' } },
      {
        path: '/stripe/v2',
        expected: { status: 404, problem: 'no-rule-matches', closest: { member: 'path' } },
      },
      { path: '/stripe', expected: { status: 404, problem: 'no-rule-matches' } },
      { path: '/strip', expected: { status: 404, problem: 'endpoint-not-found' } },
    ],
  },
  {
    name: 'an endpoint goes on answering beside rules for what is below it',
    rules: [{ endpoint: 'orders', when: { path: '/:id' }, answer: { data: 'one' } }],
    asks: [
      { expected: normal },
      { path: '/orders/7', expected: { body: '"one"' } },
      { path: '/orders/', expected: { status: 404, problem: 'no-rule-matches' } },
      { path: '/orders/7/8', expected: { status: 404, problem: 'no-rule-matches' } },
    ],
  },
  {
    name: 'a star matches the endpoint itself too',
    rules: [{ endpoint: 'orders', when: { path: '/*' }, answer: { data: 'all' } }],
    asks: [{ expected: { body: '"all"' } }, { path: '/orders/a/b', expected: { body: '"all"' } }],
  },
  {
    name: 'query: a value, and none',
    rules: [
      { endpoint: 'orders', when: { query: { page: '2' } }, answer: { data: 2 } },
      { endpoint: 'orders', when: { query: { page: null, all: '' } }, answer: { data: 'all' } },
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
      { endpoint: 'orders', when: { headers: { 'X-Api-Version': '2' } }, answer: { data: 2 } },
      {
        endpoint: 'orders',
        when: { headers: { authorization: null, 'x-must': 'yes' } },
        answer: { statusCode: 401 },
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
    name: 'json: members at any depth, arrays in full, numbers by value',
    rules: [
      '{"endpoint":"orders","when":{"json":{"a":{"n":1.50},"list":[1,{"x":null}]}},"answer":{"data":"yes"}}',
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
    name: 'json: numbers that no double can tell apart',
    rules: [
      '{"endpoint":"orders","when":{"json":{"id":12345678901234567891}},"answer":{"data":"yes"}}',
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
      { endpoint: 'orders', when: { body: 'é=1' }, answer: { data: 'yes' } },
      { endpoint: 'orders', when: { body: 'x'.repeat(200_000) }, answer: { data: 'long' } },
    ],
    asks: [
      { method: 'POST', body: 'é=1', expected: { body: '"yes"' } },
      { method: 'POST', body: 'é=1 ', expected: normal },
      { method: 'POST', body: 'x'.repeat(200_000), expected: { body: '"long"' } },
      { method: 'POST', body: 'x'.repeat(2_000_000), expected: normal },
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
  {
    name: 'data keeps its text, whatever stands around it',
    rules: [
      '{"endpoint":"orders","when":{"method":"GET"},"answer":{"data":  {"b":1.10, "a":[ 12345678901234567890 ]}  }}',
    ],
    asks: [{ expected: { body: '{"b":1.10, "a":[ 12345678901234567890 ]}' } }],
  },
  {
    name: 'headers are added, replaced and removed',
    rules: [
      {
        endpoint: 'orders',
        answer: {
          headers: {
            Location: '/orders/7',
            'content-type': 'application/vnd.api+json',
            'Cache-Control': null,
            'set-cookie': ['a=1', 'b=2'],
          },
        },
      },
    ],
    asks: [
      {
        expected: {
          body: '[1]',
          headers: {
            location: '/orders/7',
            'content-type': 'application/vnd.api+json',
            'cache-control': null,
            'set-cookie': 'a=1, b=2',
            'content-length': '3',
            'x-content-type-options': 'nosniff',
          },
        },
      },
    ],
  },
  {
    name: 'a body that is text, and one that is bytes',
    rules: [
      {
        endpoint: 'orders',
        answer: { body: '<h1>é</h1>', headers: { 'content-type': 'text/html' } },
      },
      { endpoint: 'orders', when: { method: 'PUT' }, answer: { body: 'plain' } },
      {
        endpoint: 'orders',
        when: { method: 'POST' },
        answer: { body: 'AAEC/w==', bodyEncoding: 'base64' },
      },
    ],
    asks: [
      {
        expected: {
          body: '<h1>é</h1>',
          headers: { 'content-type': 'text/html', 'content-length': '11' },
        },
      },
      {
        method: 'PUT',
        expected: { body: 'plain', headers: { 'content-type': 'text/plain;charset=utf-8' } },
      },
      {
        method: 'POST',
        expected: {
          body: '\0\u0001\u0002\ufffd',
          headers: { 'content-type': 'application/octet-stream', 'content-length': '4' },
        },
      },
    ],
  },
  {
    name: 'chunks come one after the other',
    rules: [
      {
        endpoint: 'orders',
        answer: { chunks: [{ body: 'a' }, { body: 'Yg==', bodyEncoding: 'base64', delay: 5 }] },
      },
    ],
    asks: [
      { expected: { body: 'ab', headers: { 'content-type': 'text/plain;charset=utf-8' } } },
      { method: 'HEAD', expected: { body: '' } },
    ],
  },
  {
    name: 'events are server-sent events, with their JSON as it was written',
    rules: [
      '{"endpoint":"orders","answer":{"events":[{"data":{"n":1.0}},{"data":"[DONE]","event":"end","id":"7","delay":2},{"data":"a\\nb"}]}}',
    ],
    asks: [
      {
        expected: {
          body: 'data: {"n":1.0}\n\nevent: end\nid: 7\ndata: [DONE]\n\ndata: a\ndata: b\n\n',
          headers: { 'content-type': 'text/event-stream' },
        },
      },
    ],
  },
  {
    name: 'a body at a certain speed comes whole',
    rules: [{ endpoint: 'orders', answer: { data: 'x'.repeat(300), bytesPerSecond: 3000 } }],
    asks: [{ expected: { body: `"${'x'.repeat(300)}"`, headers: { 'content-length': '302' } } }],
  },
  {
    name: 'without a record, an answer starts from 200 and an empty body',
    endpoints: [],
    rules: [
      { endpoint: 'api', when: { method: 'DELETE' }, answer: { statusCode: 204 } },
      { endpoint: 'api', when: { method: 'GET' }, answer: { headers: { etag: '"1"' } } },
    ],
    asks: [
      { path: '/api', method: 'DELETE', expected: { status: 204, body: '' } },
      {
        path: '/api',
        expected: { body: '', headers: { etag: '"1"', 'content-length': '0' } },
      },
    ],
  },
  {
    name: 'statuses without a body have none, and another status has that of the record',
    endpoints: [{ name: 'orders', data: { a: 1.0 }, statusCode: 204 }],
    rules: [
      { endpoint: 'orders', when: { method: 'GET' }, answer: { statusCode: 200 } },
      { endpoint: 'orders', when: { method: 'PUT' }, answer: { statusCode: 304, data: 1 } },
      { endpoint: 'orders', when: { method: 'POST' }, answer: { statusCode: 204, body: 'x' } },
    ],
    asks: [
      { expected: { body: '{"a":1}' } },
      { method: 'PUT', expected: { status: 304, body: '' } },
      { method: 'POST', expected: { status: 204, body: '' } },
      { method: 'PATCH', expected: { status: 204, body: '' } },
    ],
  },
  {
    name: 'a rule without a chance never answers, and one with a full chance always does',
    rules: [
      { endpoint: 'orders', chance: 1, answer: { data: 'always' } },
      { endpoint: 'orders', chance: 0, answer: { data: 'never' } },
    ],
    asks: Array.from({ length: 5 }, () => ({ expected: { body: '"always"' } })),
  },
  {
    name: 'pages of allowed origins can read what a rule adds',
    rules: [{ endpoint: 'orders', answer: { headers: { 'x-request-id': '1' } } }],
    asks: [
      {
        headers: { origin: 'http://localhost:3000' },
        expected: {
          headers: {
            'access-control-allow-origin': 'http://localhost:3000',
            'access-control-expose-headers':
              'content-type, content-length, x-content-type-options, cache-control, x-request-id',
          },
        },
      },
      {
        headers: { origin: 'https://elsewhere.example' },
        expected: {
          headers: { 'access-control-allow-origin': null, 'access-control-expose-headers': null },
        },
      },
      {
        path: '/orders/below',
        method: 'OPTIONS',
        headers: { origin: 'http://localhost:3000', 'access-control-request-method': 'POST' },
        expected: { status: 204, headers: { 'access-control-allow-methods': 'POST' } },
      },
    ],
  },
]
