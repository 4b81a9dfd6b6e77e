import { expect, test } from 'vitest'
import { parseUrl } from './parse-url.ts'

test('a valid URL is parsed, with or without a base', () => {
  expect(parseUrl('http://a/b')?.href).toBe('http://a/b')
  expect(parseUrl('../c', 'http://a/b/d')?.href).toBe('http://a/c')
})

test.each(['', 'a', 'http://', 'http://a:b', 'http://[1]'])('%j is not a URL', (text) => {
  expect(parseUrl(text)).toBeUndefined()
})

test('a text that is not a URL is refused however often it is parsed', () => {
  const results = Array.from({ length: 50_000 }, () => parseUrl('http://\u00c3\u0080'))
  expect(results.filter((url) => url !== undefined)).toEqual([])
})
