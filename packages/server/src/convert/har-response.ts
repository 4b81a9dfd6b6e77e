// Converts a recorded response to the response of a rule.
import type { RuleResponse } from '@mock-endpoint/core/client'
import type { HarEntry, HarHeader, HarResponse } from './har-entry.ts'
import { charsetOf, isJson, isText } from './media-type.ts'
import { isKept } from './response-headers.ts'

/** Maximum length of a body that is neither JSON nor text, in bytes. */
const mostBytes = 1024 * 1024

/** Returns the response of a rule, or the reason why there is none. */
export function responseOf({ response, kind }: HarEntry, method: string): RuleResponse | string {
  const { status } = response
  if (status === 101 || kind === 'websocket') return 'is a WebSocket'
  if (status === 304) return 'came from a cache (304), so its body is missing'
  if (!(Number.isInteger(status) && status >= 200 && status < 600)) {
    return 'has no response: it was blocked, broken off or never sent'
  }
  const type = typeOf(response)
  const content = contentOf(response, type, method)
  if (typeof content === 'string') return content
  const { isRecoded, ...body } = content
  const headers = headersOf(response.headers)
  const isData = 'data' in body
  if (isRecoded && type !== undefined) headers['content-type'] = inUtf8(type)
  else if (type !== undefined) headers['content-type'] = type
  else if ('body' in body) headers['content-type'] = null
  if (isData && headers['content-type'] === 'application/json') delete headers['content-type']
  const hasHeaders = Object.keys(headers).length > 0
  return { statusCode: status, ...body, ...(hasHeaders && { headers }) }
}

/** Returns the media type from the headers, or otherwise from the content of the recording. */
function typeOf({ headers, mimeType }: HarResponse): string | undefined {
  const header = headers.find(({ name, value }) => name === 'content-type' && isKept(name, value))
  const type = header?.value ?? mimeType
  // Chrome writes x-unknown if there is no type.
  return type && type !== 'x-unknown' && isKept('content-type', type) ? type : undefined
}

type Content = Pick<RuleResponse, 'data' | 'body' | 'bodyEncoding'> & {
  /** Whether the body is kept as characters, not bytes, so that it is sent in UTF-8. */
  readonly isRecoded?: boolean
}

function contentOf(response: HarResponse, type = '', method = 'GET'): Content | string {
  const { status, text, isBase64, size } = response
  if (method === 'HEAD' || status === 204 || status === 205) return {}
  if (text === undefined) {
    const isEmpty = size === 0 || (status >= 300 && status < 400)
    return isEmpty ? {} : 'its body is not in the recording'
  }
  if (text === '') return size > 0 ? 'its body is not in the recording' : {}
  if (!isBase64) return textContent(text, type)
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length === 0) return 'its body should be base64, and is not'
  const decoded = decode(bytes, type)
  if (decoded !== undefined) return textContent(decoded, type)
  if (bytes.length > mostBytes && !isText(type)) return `its body is longer than ${mostBytes} bytes`
  return { body: bytes.toString('base64'), bodyEncoding: 'base64' }
}

function textContent(text: string, type: string): Content | string {
  if (isJson(type) && isDataAsItStands(text)) return { data: text, isRecoded: true }
  const isLong = text.length > mostBytes && !isJson(type) && !isText(type)
  if (isLong) return `its body is longer than ${mostBytes} bytes`
  return { body: text, isRecoded: true }
}

/** Whether the text is JSON without whitespace around it, which a `data` response would lose. */
function isDataAsItStands(text: string): boolean {
  if (text.trim() !== text) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Returns the characters of a text in UTF-8, and `undefined` for other bodies. */
function decode(bytes: Uint8Array, type: string): string | undefined {
  const charset = charsetOf(type) ?? 'utf-8'
  if (!(isText(type) || isJson(type)) || !/^utf-?8$/.test(charset)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Replaces another charset in a media type with utf-8, in which text is sent. */
function inUtf8(type: string): string {
  const charset = charsetOf(type)
  if (charset === undefined || /^utf-?8$/.test(charset)) return type
  return type.replace(/(;\s*charset\s*=\s*)"?[^\s;"]+"?/i, '$1utf-8')
}

/** Returns the headers that are kept, by name. A repeated header becomes a list. */
function headersOf(given: readonly HarHeader[]): Record<string, string | null | string[]> {
  const lists = new Map<string, string[]>()
  for (const { name, value } of given) {
    if (name === 'content-type' || !isKept(name, value)) continue
    lists.set(name, [...(lists.get(name) ?? []), value])
  }
  return Object.fromEntries(
    [...lists].map(([name, values]) => [name, values.length === 1 ? (values[0] ?? '') : values]),
  )
}
