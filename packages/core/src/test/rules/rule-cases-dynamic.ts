// Cases of responses that take values from their request.
import { normal, type RuleCase } from './rule-case.ts'

const json = {
  method: 'POST',
  body: '{"id":12345678901234567890,"name":"A \\"b\\"","tags":[ 1.0 ]}',
}

export const dynamicCases: readonly RuleCase[] = [
  {
    name: 'dynamic: values of the body, byte for byte',
    rules: [
      {
        endpoint: 'orders',
        response: {
          dynamic: true,
          statusCode: 201,
          data: {
            id: { $request: '/body/id' },
            tags: { $request: '/body/tags' },
            first: { $request: '/body/tags/0' },
            name: { $request: '/body/name' },
            greeting: 'Hello ${/body/name}, ${/body/tags}, ${/body/x|"nobody"}',
            note: { $request: '/body/note', default: null },
            all: { $request: '/body' },
          },
        },
      },
    ],
    asks: [
      {
        ...json,
        expected: {
          status: 201,
          body: `{"id":12345678901234567890,"tags":[ 1.0 ],"first":1.0,"name":"A \\"b\\"","greeting":"Hello A \\"b\\", [ 1.0 ], \\"nobody\\"","note":null,"all":${json.body}}`,
        },
      },
      { method: 'POST', body: '{"id":1}', expected: { status: 500, problem: 'response-failed' } },
      { method: 'POST', body: 'text', expected: { status: 500, problem: 'response-failed' } },
    ],
  },
  {
    name: 'dynamic: the method, the path, parameters, the query, headers and a form',
    rules: [
      {
        endpoint: 'orders',
        when: { path: '/:id/*' },
        response: {
          dynamic: true,
          headers: {
            Location: '/orders?${/query/page|1}',
            'x-a': ['${/headers/X-A}'],
          },
          data: {
            method: { $request: '/method' },
            path: { $request: '/path' },
            id: { $request: '/params/id' },
            page: { $request: '/query/page', default: 1 },
            code: { $request: '/form/code', default: false },
            whole: { $request: '/body' },
          },
        },
      },
    ],
    asks: [
      {
        path: '/orders/%C3%A4/b?page=2&page=3',
        method: 'POST',
        headers: { 'x-a': 'A', 'content-type': 'application/x-www-form-urlencoded' },
        body: 'code=a+b',
        expected: {
          headers: { location: '/orders?2', 'x-a': 'A', 'content-type': 'application/json' },
          body: '{"method":"POST","path":"/%C3%A4/b","id":"ä","page":"2","code":"a b","whole":"code=a+b"}',
        },
      },
      {
        path: '/orders/1/',
        headers: { 'x-a': 'B' },
        expected: {
          headers: { location: '/orders?1', 'x-a': 'B' },
          body: '{"method":"GET","path":"/1/","id":"1","page":1,"code":false,"whole":""}',
        },
      },
      { path: '/orders/1/', expected: { status: 500, problem: 'response-failed' } },
    ],
  },
  {
    name: 'dynamic: a header that its value cannot be in',
    rules: [
      {
        endpoint: 'orders',
        when: { path: '/:id' },
        response: { dynamic: true, headers: { Location: '/orders/${/params/id}' } },
      },
    ],
    asks: [
      { path: '/orders/a%20b', expected: { headers: { location: '/orders/a b' } } },
      { path: '/orders/%E2%82%AC', expected: { status: 500, problem: 'response-failed' } },
    ],
  },
  {
    name: 'dynamic: texts, and a count',
    rules: [
      {
        endpoint: 'orders',
        response: { dynamic: true, body: 'no. ${$seq}: ${/body/name|nobody} pays $${5}' },
      },
    ],
    asks: [
      { ...json, expected: { body: 'no. 1: A "b" pays ${5}' } },
      { expected: { body: 'no. 2: nobody pays ${5}' } },
    ],
  },
  {
    name: 'dynamic: events',
    rules: [
      {
        endpoint: 'orders',
        response: {
          dynamic: true,
          events: [
            { data: { id: { $request: '/body/id' } }, id: '${$seq}' },
            { data: '${/body/name}', event: 'end' },
          ],
        },
      },
    ],
    asks: [
      {
        ...json,
        expected: {
          body: 'id: 1\ndata: {"id":12345678901234567890}\n\nevent: end\ndata: A "b"\n\n',
        },
      },
    ],
  },
  {
    name: 'dynamic: a response that does not say so stays as it is',
    rules: [
      {
        endpoint: 'orders',
        when: { method: 'POST' },
        response: { data: { $request: '/body/id', text: '${name' } },
      },
    ],
    asks: [
      { ...json, expected: { body: '{"$request":"/body/id","text":"${name"}' } },
      { expected: normal },
    ],
  },
]
