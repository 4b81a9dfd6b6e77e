// The secrets in headers that have several parts.
import { decodeName } from '../model/http/url.ts'

/** Names of what is secret in an authorization with parameters: Digest, OAuth 1, AWS, and the like. */
const secretPart = /token|signature|credential|response|secret|password|key|nonce/i

/** An authorization as it is and without its scheme, and the secrets of its parts. */
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

/** Of `user:password`, in base64. A user without a password is a key. */
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

/** As they were sent, and decoded: a value is often echoed so. */
export function valuesOfCookies(name: string, value: string): readonly string[] {
  const pairs = name.toLowerCase() === 'cookie' ? value.split(';') : [value.split(';')[0] ?? '']
  return pairs.flatMap((pair) => {
    const sent = pair.slice(pair.indexOf('=') + 1).trim()
    return [sent, decodeName(sent) ?? sent]
  })
}
