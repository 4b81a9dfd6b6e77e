// The response of a rule that says what a `Response` does.
import type { NewResponse } from '../client.ts'
import { decodeBody } from '../journal/capture.ts'
import { framing } from '../model/check-rule.ts'

/** Of any realm or library. */
export function isResponse(value: unknown): value is Response {
  return Object.prototype.toString.call(value) === '[object Response]'
}

/** Reads its body to the end. */
export async function fromResponse(response: Response): Promise<NewResponse> {
  if (response.type === 'error') return { fault: 'reset' }
  if (response.bodyUsed) {
    throw new TypeError('its Response was read before it was returned; return `response.clone()`.')
  }
  const bytes = new Uint8Array(await response.arrayBuffer())
  return {
    statusCode: response.status,
    headers: headersOf(response),
    ...decodeBody(bytes, false),
  }
}

function headersOf({ headers, url }: Response): Record<string, string | null | string[]> {
  // What says nothing of its type is sent without one.
  const given: Record<string, string | null | string[]> = { 'content-type': null }
  for (const [name, value] of headers) {
    // The body of one that was fetched is decoded.
    const isDecoded = name === 'content-encoding' && url !== ''
    if (!framing.has(name) && !isDecoded) given[name] = value
  }
  const cookies = headers.getSetCookie()
  return cookies.length > 0 ? { ...given, 'set-cookie': cookies } : given
}
