// The identity of a TLS server: the certificate that each client gets.
import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { createSecureContext, type SecureContext } from 'node:tls'
import { type CertificateAndKey, certify } from './certificate.ts'

export interface Identity {
  /** The certificate for clients that connect to an address and so send no server name. */
  readonly own: CertificateAndKey
  /** Returns the certificate for clients that send a server name. */
  contextFor(name: string): SecureContext
}

/** Returns an identity with one certificate for all names. Throws if it or the key is unusable. */
export function fixedIdentity(own: CertificateAndKey): Identity {
  try {
    const context = createSecureContext({ ...own })
    return { own, contextFor: () => context }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`The certificate and the key cannot be used: ${reason}`, { cause })
  }
}

/** Number of names whose certificates are kept. Creating one takes as long as two handshakes. */
const mostNames = 100

/**
 * Returns an identity with a certificate for each name that a client sends, and one for the
 * addresses of a server that listens on `hosts`.
 */
export function identityBy(
  authority: CertificateAndKey,
  hosts: readonly string[],
  now: () => number,
): Identity {
  const names = namesOf(hosts)
  const own = certify(authority, names, now())
  const context = createSecureContext({ ...own })
  const contexts = new Map<string, SecureContext>()
  return {
    own,
    contextFor(asked) {
      const name = asked.toLowerCase()
      if (names.includes(name) || !isName(name)) return context
      const known = contexts.get(name)
      if (known) return known
      const made = createSecureContext({ ...certify(authority, [name], now()) })
      const [oldest] = contexts.keys()
      if (oldest !== undefined && contexts.size >= mostNames) contexts.delete(oldest)
      contexts.set(name, made)
      return made
    },
  }
}

function namesOf(hosts: readonly string[]): string[] {
  const isOpen = hosts.some((host) => host === '0.0.0.0' || host === '::')
  const interfaces = isOpen ? Object.values(networkInterfaces()) : []
  const addresses = interfaces.flatMap((all = []) => all.map(({ address }) => address))
  const names = ['localhost', '127.0.0.1', '::1', ...hosts, ...addresses]
  return [...new Set(names)].filter((name) => isIP(name) !== 0 || isName(name))
}

/** Whether a certificate may have a name (RFC 5280, 4.2.1.6). Container names have underscores. */
function isName(name: string): boolean {
  return name.length <= 253 && /^[a-z\d_-]{1,63}(\.[a-z\d_-]{1,63})*$/.test(name)
}
