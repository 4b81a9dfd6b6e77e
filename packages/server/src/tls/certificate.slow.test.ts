// Strict checks of the certificates by OpenSSL.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { makeCertificate } from '../test/certificate.ts'
import { fresh } from '../test/data-folders.ts'

test('OpenSSL accepts a certificate by the strict rules of RFC 5280', async () => {
  const { ca, cert } = await makeCertificate(await fresh())
  const options = ['-x509_strict', '-check_ss_sig', '-purpose', 'sslserver', '-verify_hostname']
  const args = ['verify', ...options, 'localhost', '-CAfile', ca, cert]
  const { stdout } = await promisify(execFile)('openssl', args)
  expect(stdout).toBe(`${cert}: OK\n`)
})
