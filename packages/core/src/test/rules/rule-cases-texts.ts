// Cases of rules with conditions for texts in paths, queries, headers, forms and bodies.
import { normal, type RuleCase } from './rule-case.ts'

const formType = { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' }
const multipart = { 'content-type': 'multipart/form-data; boundary="=a b="' }

/** A multipart body. Each part has a head and a content. */
function partsOf(...parts: readonly (readonly [head: string, content: string])[]): string {
  const sections = parts.map(([head, content]) => `--=a b=\r\n${head}\r\n\r\n${content}\r\n`)
  return `preamble\r\n${sections.join('')}--=a b=--\r\nepilogue`
}

const field = (name: string): string => `Content-Disposition: form-data; name="${name}"`

export const textCases: readonly RuleCase[] = [
  {
    name: 'a parameter of the path that matches, and one that contains',
    rules: [
      {
        endpoint: 'orders',
        when: { path: '/:id/:part', params: { id: { matches: '^\\d+$' } } },
        response: { data: 'number' },
      },
      {
        endpoint: 'orders',
        when: { path: '/:id', params: { id: { contains: 'ä b' } } },
        response: { data: 'text' },
      },
      { endpoint: 'orders', when: { path: '/:id', params: { id: '7' } }, response: { data: 7 } },
    ],
    asks: [
      { path: '/orders/12/x', expected: { body: '"number"' } },
      { path: '/orders/12a/x', expected: { status: 404 } },
      { path: '/orders/-%C3%A4%20b-', expected: { body: '"text"' } },
      { path: '/orders/7', expected: { body: '7' } },
      { path: '/orders/8', expected: { status: 404 } },
    ],
  },
  {
    name: 'a query, any value of which matches, and no such header',
    rules: [
      {
        endpoint: 'orders',
        when: { query: { page: { matches: '^[1-9]$' } }, headers: { 'X-Old': null } },
        response: { data: 'page' },
      },
    ],
    asks: [
      { path: '/orders?page=12&page=3', expected: { body: '"page"' } },
      { path: '/orders?page=12', expected: normal },
      { path: '/orders', expected: normal },
      { path: '/orders?page=3', headers: { 'x-old': '' }, expected: normal },
    ],
  },
  {
    name: 'a whole query, in any order of its parameters',
    rules: [
      {
        endpoint: 'orders',
        when: { queryString: 'page=2&tag=a&tag=b+%26' },
        response: { data: 2 },
      },
      { endpoint: 'orders', when: { queryString: '' }, response: { data: 'none' } },
      {
        endpoint: 'orders',
        when: { queryString: 'page=3', query: { key: { contains: '' }, debug: null } },
        response: { data: 3 },
      },
    ],
    asks: [
      { path: '/orders?page=2&tag=a&tag=b%20%26', expected: { body: '2' } },
      { path: '/orders?tag=a&page=2&tag=b+%26', expected: { body: '2' } },
      { path: '/orders?tag=b+%26&tag=a&page=2', expected: normal },
      { path: '/orders?page=2&tag=a', expected: normal },
      { path: '/orders?page=2&tag=a&tag=b+%26&x', expected: normal },
      { path: '/orders', expected: { body: '"none"' } },
      { path: '/orders?', expected: { body: '"none"' } },
      { path: '/orders?page=3&key=secret', expected: { body: '3' } },
      { path: '/orders?page=3', expected: normal },
      { path: '/orders?page=3&key=secret&debug=1', expected: normal },
      { path: '/orders?page=3&key=secret&page=3', expected: normal },
    ],
  },
  {
    name: 'a header in whatever case of its name, and of its value with (?i)',
    rules: [
      {
        endpoint: 'orders',
        when: { headers: { Authorization: { matches: '(?i)^bearer \\S{3,}$' } } },
        response: { data: 'in' },
      },
    ],
    asks: [
      { headers: { authorization: 'Bearer abc' }, expected: { body: '"in"' } },
      { headers: { authorization: 'Bearer ab' }, expected: normal },
      { headers: { authorization: 'Basic abcd' }, expected: normal },
    ],
  },
  {
    name: 'a body that contains a text, and one that matches over lines',
    rules: [
      { endpoint: 'orders', when: { body: { contains: 'aab' } }, response: { data: 'contains' } },
      { endpoint: 'orders', when: { body: { matches: '(?m)^€$' } }, response: { data: 'matches' } },
    ],
    asks: [
      { method: 'POST', body: 'aaaab', expected: { body: '"contains"' } },
      { method: 'POST', body: 'abaa', expected: normal },
      { method: 'POST', body: 'x\n€\ny', expected: { body: '"matches"' } },
      { expected: normal },
    ],
  },
  {
    name: 'fields of a form that is urlencoded',
    rules: [
      {
        endpoint: 'orders',
        when: { form: { grant_type: 'password', scope: { contains: 'read' }, code: null } },
        response: { data: 'token' },
      },
    ],
    asks: [
      {
        method: 'POST',
        headers: formType,
        body: 'grant_type=password&scope=a+read%3Aall',
        expected: { body: '"token"' },
      },
      {
        method: 'POST',
        headers: formType,
        body: 'grant_type=password&scope=read&code',
        expected: normal,
      },
      { method: 'POST', body: 'grant_type=password&scope=read', expected: normal },
    ],
  },
  {
    name: 'fields of a form in parts, of a file its content',
    rules: [
      {
        endpoint: 'orders',
        when: { form: { title: 'A "b"', file: { matches: '^a,b\r\n1,2$' } } },
        response: { data: 'file' },
      },
    ],
    asks: [
      {
        method: 'POST',
        headers: multipart,
        body: partsOf(
          [field('title'), 'A "b"'],
          [`content-type: text/csv\r\n${field('file')}; filename="a;b.csv"`, 'a,b\r\n1,2'],
        ),
        expected: { body: '"file"' },
      },
      {
        method: 'POST',
        headers: multipart,
        body: partsOf([field('title'), 'A "b"'], ['X: y', 'a,b\r\n1,2']),
        expected: normal,
      },
    ],
  },
  {
    name: 'values of a body by JSON Pointer',
    rules: [
      {
        endpoint: 'orders',
        when: {
          jsonAt: {
            '/customer/email': { matches: '@example\\.com$' },
            '/items/1': { id: 2 },
            '/a~1b': null,
          },
        },
        response: { data: 'found' },
      },
    ],
    asks: [
      {
        method: 'POST',
        body: '{"customer":{"email":"a@example.com"},"items":[{},{"id":2.0,"n":1}],"a/b":null}',
        expected: { body: '"found"' },
      },
      {
        method: 'POST',
        body: '{"customer":{"email":"a@example.org"},"items":[{},{"id":2}],"a/b":null}',
        expected: normal,
      },
      {
        method: 'POST',
        body: '{"customer":{"email":"a@example.com"},"items":[{"id":2}],"a/b":null}',
        expected: normal,
      },
      {
        method: 'POST',
        body: '{"customer":{"email":["a@example.com"]},"items":[{},{"id":2}],"a/b":null}',
        expected: normal,
      },
      { method: 'POST', body: 'a@example.com', expected: normal },
    ],
  },
]
