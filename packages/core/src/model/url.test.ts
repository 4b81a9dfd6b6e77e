import { describe, expect, test } from 'vitest'
import { nameOf, pathOf } from '../model/url.ts'

describe('pathOf', () => {
  test.each([
    ['http://localhost:16540/endpoint/a', '/endpoint/a'],
    ['http://localhost/a?b=/c#/d', '/a'],
    ['http://localhost/a#b?c', '/a'],
    ['http://localhost', '/'],
    ['http://localhost?a=/b', '/'],
    ['HTTPS://[::1]:1/%61//b%2Fc', '/%61//b%2Fc'],
    ['/endpoint/a?b', '/endpoint/a'],
    ['/endpoint/http://b/c', '/endpoint/http://b/c'],
    ['//endpoint/a', '//endpoint/a'],
    ['/a/../b', '/a/../b'],
    ['', '/'],
    ['?a', '/'],
    ['*', '*'],
  ])('of %j is %j', (url, path) => {
    expect(pathOf(url)).toBe(path)
  })
})

describe('nameOf', () => {
  test.each([
    ['http://localhost/endpoint/orders?a=b', 'orders'],
    ['/api/endpoint/orders#a', 'orders'],
    ['/endpoint/a%20b+c', 'a b+c'],
    ['/endpoint/%F0%9F%98%80', '😀'],
    ['/endpoint/a%2Fb', 'a/b'],
    ['/endpoint/%2e%2E', '..'],
    ['/endpoint/%2561', '%61'],
    ['/endpoint/__proto__', '__proto__'],
    ['/endpoint/', ''],
  ])('of %j is %j', (url, name) => {
    expect(nameOf(url)).toBe(name)
  })

  test.each(['%', '%4', '%zz', 'a%FF', '%C3', '%C0%AF', '%ED%A0%80'])('refuses %s', (segment) => {
    expect(() => nameOf(`/endpoint/${segment}`)).toThrow(
      expect.objectContaining({
        code: 'malformed-url',
        message: `\`${segment}\` is not percent-encoded UTF-8; write % as %25.`,
      }),
    )
  })
})
