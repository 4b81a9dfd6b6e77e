// Finds the secrets in headers with several parts.
import { decodeName } from '../model/http/url.ts'

/** Names of secret parameters in an authorization: Digest, OAuth 1, AWS, and similar schemes. */
const secretPart = /token|signature|credential|response|secret|password|key|nonce/i

/** Returns an authorization with and without its scheme, and the secrets in its parts. */
export function credentialsIn(value: string): readonly string[] {
  const [, scheme = '', credentials = value] = /^([\w-]+)[ \t]+(.+)$/.exec(value) ?? []
  if (scheme.toLowerCase() === 'basic') return [value, credentials, ...passwordIn(credentials)]
  const found = [value, credentials]
  for (const [, name = '', quoted, plain = ''] of credentials.matchAll(
    /([\w-]{1,50})=(?:"([^"]*)"|([^\s,"]+))/g,
  )) {
    if (secretPart.test(name)) found.push(quoted ?? plain)
  }
  // `ApiKey user:secret`
  const colon = credentials.lastIndexOf(':')
  return colon === -1 ? found : [...found, credentials.slice(colon + 1)]
}

/** Returns a decoded `user:password`, and its password. A user without a password is a key. */
function passwordIn(credentials: string): readonly string[] {
  const pair = fromBase64(credentials)
  const colon = pair.indexOf(':')
  const password = pair.slice(colon + 1)
  return [pair, password === '' ? pair.slice(0, Math.max(colon, 0)) : password]
}

function fromBase64(text: string): string {
  try {
    return atob(text)
  } catch {
    return ''
  }
}

/** Returns the values as they were sent, and decoded, because they are often echoed decoded. */
export function valuesOfCookies(name: string, value: string): readonly string[] {
  const pairs = name.toLowerCase() === 'cookie' ? value.split(';') : [value.split(';')[0] ?? '']
  return pairs.flatMap((pair) => {
    const sent = pair.slice(pair.indexOf('=') + 1).trim()
    return [sent, decodeName(sent) ?? sent]
  })
}
