// Certificates for tests.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { certify, createAuthority } from '../tls/certificate.ts'

/** Files in PEM. */
export interface CertificateFiles {
  readonly cert: string
  readonly key: string
  /** What a client trusts that is to trust `cert`. */
  readonly ca: string
}

/** A certificate of localhost, its key and its authority, as files of that folder. */
export async function makeCertificate(folder: string): Promise<CertificateFiles> {
  const authority = createAuthority(Date.now())
  const made = { ...certify(authority, ['localhost'], Date.now()), ca: authority.cert }
  const fileOf = (name: string): string => join(folder, `${name}.pem`)
  for (const [name, text] of Object.entries(made)) await writeFile(fileOf(name), text)
  return { cert: fileOf('cert'), key: fileOf('key'), ca: fileOf('ca') }
}
