// Certificates for tests.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { certify, createAuthority } from '../tls/certificate.ts'

/** Paths of PEM files. */
export interface CertificateFiles {
  readonly cert: string
  readonly key: string
  /** The authority that a client must trust to accept `cert`. */
  readonly ca: string
}

/** Writes a certificate for localhost, its key and its authority to files in the folder. */
export async function makeCertificate(folder: string): Promise<CertificateFiles> {
  const authority = createAuthority(Date.now())
  const made = { ...certify(authority, ['localhost'], Date.now()), ca: authority.cert }
  const fileOf = (name: string): string => join(folder, `${name}.pem`)
  for (const [name, text] of Object.entries(made)) await writeFile(fileOf(name), text)
  return { cert: fileOf('cert'), key: fileOf('key'), ca: fileOf('ca') }
}
