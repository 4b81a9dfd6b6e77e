// The curl command that repeats a request, for a POSIX shell.
import type { RecordedRequest } from '@mock-endpoint/core/client'
import { forShell } from '../../words/for-shell.ts'
import { headerOf } from '../../words/header-of.ts'

/** Headers that clients set themselves, or that belong to the connection and not the request. */
export const ofConnection =
  /^(host|content-length|connection|keep-alive|transfer-encoding|accept-encoding|te|upgrade|proxy-.*|expect|mock-endpoint-.*)$/i
/** The value that the daemon records instead of a secret. */
export const masked = '***'

export function curlOf(request: RecordedRequest, origin: string): string {
  const { method, path, query, headers, body, bodyEncoding } = request
  const url = `${origin}${path}${query === '' ? '' : `?${query}`}`
  // curl cannot send a HEAD request with a body.
  const hasBody = body !== '' && method !== 'HEAD'
  // A shell argument cannot contain a NUL.
  const isPiped = hasBody && (bodyEncoding === 'base64' || body.includes('\0'))
  const hasType = headerOf(headers, 'content-type') !== undefined
  const parts = [
    ['curl', ...how(method, hasBody), ...flagsFor(url), forShell(url)].join(' '),
    ...headers
      .filter(([name, value]) => !ofConnection.test(name) && value !== masked)
      .map(([name, value]) => `-H ${forShell(value === '' ? `${name};` : `${name}: ${value}`)}`),
    ...(hasBody && !hasType ? ["-H 'Content-Type:'"] : []),
    ...(isPiped ? ['--data-binary @-'] : hasBody ? [`--data-raw ${forShell(body)}`] : []),
  ]
  const command = parts.join(' \\\n  ')
  return isPiped ? `printf %s ${toBase64(request)} | base64 -d | ${command}` : command
}

/** Returns the flags for the method. Without them, curl sends a body with POST. */
function how(method: string, hasBody: boolean): string[] {
  if (method === 'HEAD') return ['--head']
  return method === 'GET' && !hasBody ? [] : ['-X', forShell(method)]
}

function flagsFor(url: string): string[] {
  return [
    // Otherwise curl expands brackets into several URLs, and shortens `/a/../b` to `/b`.
    ...(/[[\]{}]/.test(url) ? ['--globoff'] : []),
    ...(/\/\.\.?(\/|\?|$)/.test(url) ? ['--path-as-is'] : []),
  ]
}

function toBase64({ body, bodyEncoding }: RecordedRequest): string {
  if (bodyEncoding === 'base64') return body
  const bytes = new TextEncoder().encode(body)
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}
