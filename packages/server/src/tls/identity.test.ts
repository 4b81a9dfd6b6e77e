import { expect, test } from 'vitest'
import { createAuthority } from './certificate.ts'
import { identityBy } from './identity.ts'

const authority = createAuthority(Date.now())

test('a name keeps its certificate until 100 other names have been requested', () => {
  const { contextFor } = identityBy(authority, [], Date.now)
  const first = contextFor('api.example.com')
  for (let i = 1; i < 100; i++) contextFor(`${i}.example.com`)
  expect(contextFor('API.example.com')).toBe(first)
  contextFor('100.example.com')
  expect(contextFor('api.example.com')).not.toBe(first)
})

test('a name that cannot be in a certificate gets the certificate of the server', () => {
  const { contextFor } = identityBy(authority, ['0.0.0.0', 'Upper', 'a b'], Date.now)
  const own = contextFor('localhost')
  const label = 'a'.repeat(64)
  for (const name of ['', 'a..b', label, '*.a', 'a/b', 'é', `${'a.'.repeat(127)}a`, 'a b']) {
    expect(contextFor(name)).toBe(own)
  }
  expect(contextFor('upper')).not.toBe(own)
})
