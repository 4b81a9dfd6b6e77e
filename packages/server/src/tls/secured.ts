// HTTPS of a server: what answers it, and what its clients trust.
import { Agent } from 'node:https'
import { rootCertificates } from 'node:tls'
import { type AnswerHttps, answerAs } from './both.ts'
import { type CertificateAndKey, createAuthority } from './certificate.ts'
import { fixedIdentity, identityBy } from './identity.ts'

export interface Secured {
  readonly answerHttps: AnswerHttps
  /** The certificate to trust, in PEM; `undefined` where it is for others to say. */
  readonly ca: string | undefined
  /** For clients: it trusts `ca`. */
  readonly agent: Agent | undefined
}

/** By one certificate. Throws when it and the key cannot be used together. */
export function securedAs(own: CertificateAndKey): Secured {
  refuseBun()
  return { answerHttps: answerAs(fixedIdentity(own)), ca: undefined, agent: undefined }
}

/** By certificates of an authority, for whatever leads to these addresses. */
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

/** One for the process: runners load this module once for each file. */
export function processAuthority(now: number): CertificateAndKey {
  const holder = globalThis as { [authorityKey]?: CertificateAndKey }
  holder[authorityKey] ??= createAuthority(now)
  return holder[authorityKey]
}

/** Throws where HTTPS cannot be answered. */
export function refuseBun(): void {
  if (process.versions['bun'] === undefined) return
  throw new Error('Bun cannot answer HTTP and HTTPS on one port. Use Node.js or Deno for HTTPS.')
}
