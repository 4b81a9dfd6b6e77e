// The curl command that asks the same again, for a POSIX shell.
import type { RecordedRequest } from '@mock-endpoint/core/client'
import { forShell } from '../../words/for-shell.ts'

/** Clients write these themselves, or they concern the connection and not the request. */
export const ofConnection =
  /^(host|content-length|connection|keep-alive|transfer-encoding|accept-encoding|te|upgrade|proxy-.*|expect|mock-endpoint-.*)$/i
/** What the daemon keeps of a secret. */
export const masked = '***'

export function curlOf(request: RecordedRequest, origin: string): string {
  const { method, path, query, headers, body, bodyEncoding } = request
  const url = `${origin}${path}${query === '' ? '' : `?${query}`}`
  // With one, curl sends no HEAD.
  const hasBody = body !== '' && method !== 'HEAD'
  // The shell has no text with a NUL in it.
  const isPiped = hasBody && (bodyEncoding === 'base64' || body.includes('\0'))
  const hasType = headers.some(([name]) => name.toLowerCase() === 'content-type')
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

/** Told nothing, curl makes a POST of what has a body. */
function how(method: string, hasBody: boolean): string[] {
  if (method === 'HEAD') return ['--head']
  return method === 'GET' && !hasBody ? [] : ['-X', forShell(method)]
}

function flagsFor(url: string): string[] {
  return [
    // Else curl makes many addresses of one that has brackets, and of `/a/../b` another.
    ...(/[[\]{}]/.test(url) ? ['--globoff'] : []),
    ...(/\/\.\.?(\/|\?|$)/.test(url) ? ['--path-as-is'] : []),
  ]
}

function toBase64({ body, bodyEncoding }: RecordedRequest): string {
  if (bodyEncoding === 'base64') return body
  const bytes = new TextEncoder().encode(body)
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}
