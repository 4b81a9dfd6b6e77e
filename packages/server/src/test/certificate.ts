// A certificate for tests.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** A certificate of localhost that signs itself, and its key, as files of that folder. */
export async function makeCertificate(
  folder: string,
): Promise<{ readonly cert: string; readonly key: string }> {
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const made = ['-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert, '-days', '2']
  await promisify(execFile)('openssl', ['req', '-x509', ...made, ...subject])
  return { cert, key }
}
