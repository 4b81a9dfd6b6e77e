// The hosts and addresses that a list allows.
import { describe, expect, test } from 'vitest'
import { createAllowedHosts, isAllowedHost } from './allowed-hosts.ts'

describe('allowed URLs', () => {
  test.each<[entries: string, allowed: string, refused: string]>([
    [
      'api.example.com',
      'https://API.example.com/v1 http://api.example.com:81',
      'https://example.com',
    ],
    [
      'api.example.com',
      'https://api.example.com.',
      'https://xapi.example.com https://93.184.216.34',
    ],
    ['api.example.com:8443', 'https://api.example.com:8443', 'https://api.example.com'],
    ['api.example.com:443', 'https://api.example.com', 'http://api.example.com'],
    ['https://api.example.com/', 'https://api.example.com', 'https://a.example.com'],
    ['*.example.com', 'https://a.b.example.com', 'https://example.com https://notexample.com'],
    ['*', 'https://a.example http://93.184.216.34 http://[2606:2800::1]', 'http://localhost:80'],
    ['*', 'http://172.32.0.1', 'http://127.0.0.1 http://10.1.2.3 http://172.31.0.1 http://0.0.0.0'],
    [
      '*',
      'http://11.0.0.1',
      'http://169.254.169.254 http://192.168.0.1 http://[::1] http://[fe80::1]',
    ],
    [
      '*',
      'http://[2001:db8::1]',
      'http://[::ffff:10.0.0.1] http://[64:ff9b::7f00:1] http://[fd00::1]',
    ],
    ['*', 'http://[2003::1]', 'http://[2001:0:7f00:1::1] http://[2002:7f00:1::1]'],
    ['*', 'http://a.b', 'http://x.localhost http://2130706433 http://0x7f.1'],
    [
      'localhost',
      'http://localhost:3000 http://127.0.0.9 http://[::1]',
      'http://10.0.0.1 http://93.184.216.34',
    ],
    ['localhost:3000', 'http://localhost:3000 http://127.0.0.1:3000', 'http://localhost:3001'],
    ['127.0.0.1', 'http://127.0.0.1:99', 'http://127.0.0.2 http://localhost'],
    ['127.0.0.1:80', 'http://127.0.0.1', 'http://127.0.0.1:81'],
    ['[::1]:80', 'http://[::1]', 'http://[::1]:81 http://[::2]'],
    ['10.0.0.0/9', 'http://10.127.255.255', 'http://10.128.0.0 http://127.0.0.1'],
    ['fd00::/8', 'http://[fdff::1]', 'http://[fc00::1]'],
    ['', '', 'https://api.example.com http://127.0.0.1'],
  ])('the list "%s" allows %s, but not %s', (entries, allowed, refused) => {
    const hosts = createAllowedHosts(entries.split(' ').filter(Boolean))
    const judged = (urls: string): boolean[] =>
      urls
        .split(' ')
        .filter(Boolean)
        .map((url) => hosts.allows(new URL(url)))
    expect(new Set(judged(allowed))).toEqual(new Set(allowed === '' ? [] : [true]))
    expect(new Set(judged(refused))).toEqual(new Set([false]))
  })
})

test('the address of a resolved name is allowed if it is public or in the list', () => {
  const { allowsAddress } = createAllowedHosts(['a.example', 'localhost:1', '10.0.0.5'])
  const judged = ['8.8.8.8', '127.0.0.1', '10.0.0.5', '10.0.0.6', '::1', 'fe80::1%eth0', 'nonsense']
  expect(judged.map((address) => allowsAddress(address, 1))).toEqual([
    true,
    true,
    true,
    false,
    true,
    false,
    false,
  ])
  expect(allowsAddress('127.0.0.1', 2)).toBe(false)
})

test.each([
  '',
  ' ',
  'a b',
  'a.example/v1',
  '1.2.3.4/33',
  '::1/129',
  'a:99999',
  'a..b',
  '*.',
  'ftp://a',
])('the list entry `%s` is refused', (text) => {
  expect(isAllowedHost(text)).toBe(false)
  expect(() => createAllowedHosts([text])).toThrow(`\`${text}\` is not a host such as`)
})

test('an address is allowed as soon as it is added to the list', () => {
  const entries: string[] = []
  const { allowsAddress } = createAllowedHosts(entries)
  expect(allowsAddress('10.0.0.5', 80)).toBe(false)
  entries.push('10.0.0.5')
  expect(allowsAddress('10.0.0.5', 80)).toBe(true)
})
