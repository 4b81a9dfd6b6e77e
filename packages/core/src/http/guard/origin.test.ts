import { describe, expect, test } from 'vitest'
import { hostnameOf, isLocalHost, isLoopback, parseOrigin } from './origin.ts'

describe('hostnameOf', () => {
  test.each([
    ['localhost:16540', 'localhost'],
    ['LocalHost', 'localhost'],
    ['localhost.:80', 'localhost'],
    ['127.0.0.1:0', '127.0.0.1'],
    ['[::1]:65535', '[::1]'],
    ['[FE80::1]', '[fe80::1]'],
    ['[::ffff:127.0.0.1]', '[::ffff:127.0.0.1]'],
    ['my_host-1.example:8080', 'my_host-1.example'],
  ])('the hostname of %s is %s', (host, hostname) => {
    expect(hostnameOf(host)).toBe(hostname)
  })

  test.each([
    '',
    ':80',
    '::1',
    '[::1',
    '[localhost]',
    'localhost:65536',
    'localhost:000080',
    'localhost:-1',
    'localhost:80:80',
    'localhost, evil.example',
    'user@localhost',
    'http://localhost',
    'localhost/path',
    'localhost\nevil.example',
    ' localhost',
    'localhost%2eevil.example',
    'bücher.example',
  ])('hostnameOf refuses %j', (host) => {
    expect(hostnameOf(host)).toBeUndefined()
  })
})

/** Hostnames: whether each is loopback, and whether it is local. */
const hosts: [string, boolean, boolean][] = [
  ['localhost', true, true],
  ['app.localhost', true, true],
  ['127.0.0.1', true, true],
  ['127.255.255.254', true, true],
  ['[::1]', true, true],
  ['128.0.0.1', false, true],
  ['192.168.1.2', false, true],
  ['[2001:db8::1]', false, true],
  ['buildserver', false, true],
  ['notlocalhost', false, true],
  ['evil.example', false, false],
  ['localhost.evil.example', false, false],
  ['127.0.0.1.evil.example', false, false],
  ['127.0.0.evil', false, false],
  ['evil-127.0.0.1', false, false],
  ['192.168.1.2.example', false, false],
  ['notlocalhost.example', false, false],
  ['evil.notlocalhost', false, false],
]

describe('a host', () => {
  test.each(hosts)('isLoopback of %s is %s', (hostname, expected) => {
    expect(isLoopback(hostname)).toBe(expected)
  })

  test.each(hosts)('isLocalHost of %s, with loopback %s, is %s', (hostname, _, expected) => {
    expect(isLocalHost(hostname)).toBe(expected)
  })
})

describe('parseOrigin', () => {
  test.each([
    ['http://localhost:3000', 'localhost:3000'],
    ['HTTPS://App.Example', 'app.example'],
    ['http://[::1]:8080', '[::1]:8080'],
    ['https://app.example:8443', 'app.example:8443'],
  ])('parseOrigin reads %s', (origin, host) => {
    expect(parseOrigin(origin)?.host).toBe(host)
  })

  test.each([
    'null',
    '',
    '*',
    'localhost:3000',
    'http://localhost/',
    'http://localhost/path',
    'http://localhost?query',
    'http://localhost#',
    'http://user@localhost',
    'http://localhost@evil.example',
    'http://localhost, http://evil.example',
    ' http://localhost',
    'https://app.example:443',
    'file://',
    'ws://localhost',
    'chrome-extension://abc',
  ])('parseOrigin refuses %j', (origin) => {
    expect(parseOrigin(origin)).toBeUndefined()
  })
})
