import { describe, expect, test } from 'vitest'
import { nameOf, pathOf, resolvePath } from './url.ts'

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
  ])('pathOf of %j is %j', (url, path) => {
    expect(pathOf(url)).toBe(path)
  })
})

describe('resolvePath', () => {
  test.each([
    ['/endpoint/a?b=/../c', '/endpoint/a'],
    ['/endpoint/../api/health', '/api/health'],
    ['/endpoint/%2e%2E/api', '/api'],
    ['/endpoint/.', '/endpoint/'],
    ['/../../a', '/a'],
    ['/a/.hidden/...', '/a/.hidden/...'],
    ['//evil.example/a', '//evil.example/a'],
    ['http://evil.example/a/./b?c', '/a/b'],
    ['HTTP://user@evil.example', '/'],
    ['/a b"é', '/a%20b%22%C3%A9'],
    ['/a%zz%', '/a%zz%'],
    ['/a#b?c', '/a'],
    ['/a?b\\c', '/a'],
    ['/', '/'],
  ])('resolvePath of %j is %j', (target, path) => {
    expect(resolvePath(target)).toBe(path)
  })

  test.each(['', 'a', '?a', 'http://', 'http://a:99999/b', '/a\\b', '\\a', '/a/..\\b?c'])(
    'resolvePath of %j is undefined',
    (target) => {
      expect(resolvePath(target)).toBeUndefined()
    },
  )
})

describe('nameOf', () => {
  test.each([
    ['/endpoint/orders', 'orders'],
    ['orders', 'orders'],
    ['/endpoint/a%20b+c', 'a b+c'],
    ['/endpoint/%F0%9F%98%80', '😀'],
    ['/endpoint/a%2Fb', 'a/b'],
    ['/endpoint/%2e%2E', '..'],
    ['/endpoint/%2561', '%61'],
    ['/endpoint/__proto__', '__proto__'],
    ['/endpoint/', ''],
  ])('nameOf of %j is %j', (path, name) => {
    expect(nameOf(path)).toBe(name)
  })

  test.each(['%', '%4', '%zz', 'a%FF', '%C3', '%C0%AF', '%ED%A0%80'])(
    'nameOf refuses %s',
    (segment) => {
      expect(() => nameOf(`/endpoint/${segment}`)).toThrow(
        expect.objectContaining({
          code: 'malformed-url',
          message: `\`${segment}\` is not percent-encoded UTF-8; write % as %25.`,
        }),
      )
    },
  )
})
