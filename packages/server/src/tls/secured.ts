// HTTPS of a server: how it is answered, and the certificate that its clients trust.
import { Agent } from 'node:https'
import { rootCertificates } from 'node:tls'
import { type AnswerHttps, answerAs } from './both.ts'
import { type CertificateAndKey, createAuthority } from './certificate.ts'
import { fixedIdentity, identityBy } from './identity.ts'

export interface Secured {
  readonly answerHttps: AnswerHttps
  /** The certificate to trust, in PEM. `undefined` if the user gave the server's certificate. */
  readonly ca: string | undefined
  /** An agent for clients, which trusts `ca`. */
  readonly agent: Agent | undefined
}

/** Secures a server with one certificate. Throws if it and its key cannot be used together. */
export function securedAs(own: CertificateAndKey): Secured {
  refuseBun()
  return { answerHttps: answerAs(fixedIdentity(own)), ca: undefined, agent: undefined }
}

/** Secures a server on `hosts` with certificates of an authority. */
export function securedBy(
  authority: CertificateAndKey,
  hosts: readonly string[] | undefined,
  now: () => number,
): Secured {
  refuseBun()
  return {
    answerHttps: answerAs(identityBy(authority, hosts ?? [], now)),
    ca: authority.cert,
    agent: new Agent({ ca: [...rootCertificates, authority.cert] }),
  }
}

const authorityKey: unique symbol = Symbol.for('mock-endpoint.authority')

/** Returns the authority of the process, even if a runner loads this module once per file. */
export function processAuthority(now: number): CertificateAndKey {
  const holder = globalThis as { [authorityKey]?: CertificateAndKey }
  holder[authorityKey] ??= createAuthority(now)
  return holder[authorityKey]
}

/** Throws on Bun, which cannot answer HTTP and HTTPS on one port. */
export function refuseBun(): void {
  if (process.versions['bun'] === undefined) return
  throw new Error('Bun cannot answer HTTP and HTTPS on one port. Use Node.js or Deno for HTTPS.')
}
