import { X509Certificate } from 'node:crypto'
import { expect, test } from 'vitest'
import { certify, createAuthority } from './certificate.ts'

const now = Date.now()
const day = 24 * 60 * 60 * 1000
const authority = createAuthority(now)
const issuer = new X509Certificate(authority.cert)

test('a certificate is valid for the names and addresses that it was made for', () => {
  const names = ['localhost', 'api.example.com', '127.0.0.1', '::1', 'fe80::1']
  const cert = new X509Certificate(certify(authority, names, now).cert)
  expect(cert.checkIssued(issuer)).toBe(true)
  expect(cert.verify(issuer.publicKey)).toBe(true)
  expect(cert.ca).toBe(false)
  expect(cert.subjectAltName).toBe(
    'DNS:localhost, DNS:api.example.com, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1, IP Address:FE80:0:0:0:0:0:0:1',
  )
  expect(cert.checkHost('api.example.com')).toBe('api.example.com')
  expect(cert.checkHost('example.com')).toBeUndefined()
  expect(cert.checkIP('::1')).toBe('::1')
  expect(cert.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1'])
})

test('a certificate lasts over a year but under 825 days, and tolerates clocks that are slow', () => {
  const cert = new X509Certificate(certify(authority, ['a'], now).cert)
  const [from, to] = [Date.parse(cert.validFrom), Date.parse(cert.validTo)]
  expect(from).toBeLessThan(now - day)
  expect(to).toBeGreaterThan(now + 365 * day)
  expect(to - from).toBeLessThan(825 * day)
})

test('no two certificates have the same number, and no two authorities the same name', () => {
  const made = Array.from(
    { length: 200 },
    () => new X509Certificate(certify(authority, ['a'], now).cert),
  )
  const numbers = made.map(({ serialNumber }) => serialNumber)
  expect(new Set(numbers)).toHaveLength(200)
  // Positive, and of 16 bytes.
  expect(numbers.filter((number) => !/^[4-7][\dA-F]{31}$/.test(number))).toEqual([])
  expect(issuer.subject).toMatch(/^CN=mock-endpoint CA [\da-f]{8}$/)
  expect(new X509Certificate(createAuthority(now).cert).subject).not.toBe(issuer.subject)
})
