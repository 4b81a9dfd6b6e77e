import { expect, test } from 'vitest'
import { withOwnLinks } from './own-links.ts'

const own = 'http://localhost:16540/endpoint/api'

function linked(value: string, service = 'https://api.example.com/v1', name = 'Location'): string {
  return withOwnLinks([[name, value]], new URL(service), own)[0]?.[1] ?? ''
}

test.each([
  ['https://api.example.com/v1/a%2F/../b?c=%20#d', '/a%2F/../b?c=%20#d'],
  ['https://API.example.com:443/v1', ''],
  ['https://api.example.com/v1?a', '?a'],
  ['//api.example.com/v1/', '/'],
  ['/v1/a', '/a'],
])('the link %s is changed to the endpoint', (link, below) => {
  expect(linked(link)).toBe(own + below)
})

test.each([
  'https://api.example.com/v2',
  'https://api.example.com/v10',
  'https://api.example.com',
  'http://api.example.com/v1',
  'https://api.example.com.evil.example/v1',
  'https://user@api.example.com:1/v1',
  'https://[/v1',
  '//other.example/v1',
  '/v10',
  'v1/a',
  '?page=2',
  'https:/v1',
  'mailto:a@example.com',
  '',
])('the link %s is not changed', (link) => {
  expect(linked(link)).toBe(link)
})

test('a base URL without a path covers all paths', () => {
  expect(linked('/', 'https://api.example.com')).toBe(`${own}/`)
  expect(linked('https://api.example.com', 'https://api.example.com/')).toBe(own)
})

test.each([
  [
    '<https://api.example.com/v1/?page=2>; rel="next", <https://other.example/>; rel=help',
    `<${own}/?page=2>; rel="next", <https://other.example/>; rel=help`,
  ],
  ['</v1/a>,</v1/b>;title=">"', `<${own}/a>,<${own}/b>;title=">"`],
  ['https://api.example.com/v1', 'https://api.example.com/v1'],
  ['<https://api.example.com/v1', '<https://api.example.com/v1'],
])('each link to the service is changed in the list %s', (value, expected) => {
  expect(linked(value, undefined, 'LINK')).toBe(expected)
})

test('a link in content-location is changed, and one in another header is not', () => {
  const url = 'https://api.example.com/v1'
  expect(linked(url, url, 'content-location')).toBe(own)
  expect(linked(url, url, 'x-location')).toBe(url)
})
