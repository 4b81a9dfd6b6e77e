// Cases of the responses of permanent rules.
import type { RuleCase } from './rule-case.ts'

export const answerCases: readonly RuleCase[] = [
  {
    name: 'data keeps its text, whatever stands around it',
    rules: [
      '{"endpoint":"orders","when":{"method":"GET"},"response":{"data":  {"b":1.10, "a":[ 12345678901234567890 ]}  }}',
    ],
    asks: [{ expected: { body: '{"b":1.10, "a":[ 12345678901234567890 ]}' } }],
  },
  {
    name: 'headers are added, replaced and removed',
    rules: [
      {
        endpoint: 'orders',
        response: {
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
        response: { body: '<h1>é</h1>', headers: { 'content-type': 'text/html' } },
      },
      { endpoint: 'orders', when: { method: 'PUT' }, response: { body: 'plain' } },
      {
        endpoint: 'orders',
        when: { method: 'POST' },
        response: { body: 'AAEC/w==', bodyEncoding: 'base64' },
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
        response: { chunks: [{ body: 'a' }, { body: 'Yg==', bodyEncoding: 'base64', delay: 5 }] },
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
      '{"endpoint":"orders","response":{"events":[{"data":{"n":1.0}},{"data":"[DONE]","event":"end","id":"7","delay":2},{"data":"a\\nb"}]}}',
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
    rules: [{ endpoint: 'orders', response: { data: 'x'.repeat(300), bytesPerSecond: 3000 } }],
    asks: [{ expected: { body: `"${'x'.repeat(300)}"`, headers: { 'content-length': '302' } } }],
  },
  {
    name: 'without a default response, a response starts from 200 and an empty body',
    endpoints: [],
    rules: [
      { endpoint: 'api', when: { method: 'DELETE' }, response: { statusCode: 204 } },
      { endpoint: 'api', when: { method: 'GET' }, response: { headers: { etag: '"1"' } } },
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
    name: 'statuses without a body have none, and another status has that of the default response',
    endpoints: [{ name: 'orders', data: { a: 1.0 }, statusCode: 204 }],
    rules: [
      { endpoint: 'orders', when: { method: 'GET' }, response: { statusCode: 200 } },
      { endpoint: 'orders', when: { method: 'PUT' }, response: { statusCode: 304, data: 1 } },
      { endpoint: 'orders', when: { method: 'POST' }, response: { statusCode: 204, body: 'x' } },
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
      { endpoint: 'orders', chance: 1, response: { data: 'always' } },
      { endpoint: 'orders', chance: 0, response: { data: 'never' } },
    ],
    asks: Array.from({ length: 5 }, () => ({ expected: { body: '"always"' } })),
  },
  {
    name: 'pages of allowed origins can read what a rule adds',
    rules: [{ endpoint: 'orders', response: { headers: { 'x-request-id': '1' } } }],
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
  {
    name: 'a rule can leave out the headers of CORS',
    rules: [
      {
        endpoint: 'orders',
        response: { headers: { 'Access-Control-Allow-Origin': null, vary: null } },
      },
    ],
    asks: [
      {
        headers: { origin: 'http://localhost:3000' },
        expected: { headers: { 'access-control-allow-origin': null, vary: null } },
      },
    ],
  },
  {
    name: 'pieces are not sent with a status that has no body, and nor is their type',
    rules: [
      { endpoint: 'orders', response: { statusCode: 204, chunks: [{ body: 'a' }] } },
      {
        endpoint: 'orders',
        when: { method: 'PUT' },
        response: { statusCode: 205, events: [{ data: 1 }] },
      },
    ],
    asks: [
      { expected: { status: 204, body: '', headers: { 'content-type': null } } },
      {
        method: 'PUT',
        expected: {
          status: 205,
          body: '',
          headers: { 'content-type': null, 'content-length': '0' },
        },
      },
    ],
  },
]
