// Reads the entries of a HAR document. Many programs write recordings, and each omits something, so
// only a method, a URL and a response are required.
import { openJson } from './json-document.ts'

export interface HarEntry {
  readonly request: HarRequest
  readonly response: HarResponse
  /** The resource type of the request in a recording by Chrome, such as `websocket`. */
  readonly kind: string | undefined
}

export interface HarRequest {
  readonly method: string
  readonly url: string
  readonly headers: readonly HarHeader[]
  readonly kind: string | undefined
}

export interface HarHeader {
  /** In lower case. */
  readonly name: string
  readonly value: string
}

export interface HarResponse {
  readonly status: number
  readonly headers: readonly HarHeader[]
  readonly mimeType: string | undefined
  /** `undefined` if it is not in the recording. */
  readonly text: string | undefined
  readonly isBase64: boolean
  /** In bytes. -1 if unknown. */
  readonly size: number
}

/** Resolves to the entries. Invalid ones are `undefined`, so that the others keep their numbers. */
export async function readHar(text: string): Promise<readonly (HarEntry | undefined)[]> {
  // `openJson` reports the place of a fault. `JSON.parse` is exact enough for the numbers of HAR.
  await openJson(text)
  const log = memberOf(JSON.parse(text), 'log')
  const entries = memberOf(log, 'entries')
  if (Array.isArray(entries)) return entries.map(entryOf)
  const what = log === undefined ? '"log"' : 'list of entries in its "log"'
  throw new Error(`This is not a HAR document: it has no ${what}.`)
}

function entryOf(value: unknown): HarEntry | undefined {
  const request = memberOf(value, 'request')
  const response = memberOf(value, 'response')
  const method = textOf(request, 'method')
  const url = textOf(request, 'url')
  if (method === undefined || url === undefined || response === undefined) return undefined
  const kind = textOf(value, '_resourceType')
  const headers = headersOf(request)
  return { request: { method, url, headers, kind }, response: responseOf(response), kind }
}

function responseOf(response: unknown): HarResponse {
  const content = memberOf(response, 'content')
  return {
    status: numberOf(response, 'status') ?? 0,
    headers: headersOf(response),
    mimeType: textOf(content, 'mimeType'),
    text: textOf(content, 'text'),
    isBase64: textOf(content, 'encoding')?.toLowerCase() === 'base64',
    size: numberOf(content, 'size') ?? numberOf(response, 'bodySize') ?? -1,
  }
}

function headersOf(message: unknown): HarHeader[] {
  const headers = memberOf(message, 'headers')
  return (Array.isArray(headers) ? headers : []).flatMap((header) => {
    const name = textOf(header, 'name')?.toLowerCase()
    const value = textOf(header, 'value')
    if (name === undefined || value === undefined) return []
    // Chrome joins several Set-Cookie headers into one value with line breaks.
    const values = name === 'set-cookie' ? value.split('\n') : [value]
    return values.map((each) => ({ name, value: each }))
  })
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  return (value as Readonly<Record<string, unknown>>)[name]
}

function textOf(value: unknown, name: string): string | undefined {
  const member = memberOf(value, name)
  return typeof member === 'string' ? member : undefined
}

function numberOf(value: unknown, name: string): number | undefined {
  const member = memberOf(value, name)
  return typeof member === 'number' ? member : undefined
}
