// A request as rules see it. Each part is read only once, when the first rule needs it.

import { decodeName, queryOf } from '../../model/http/url.ts'
import type { DecodedSegments } from '../../model/pattern/path-pattern.ts'
import { formFields } from './form-fields.ts'
import { type JsonTree, readTree } from './json-tree.ts'

/** A request before any of its parts are read. */
export interface UnreadRequest {
  readonly method: string
  /** The path and the query. */
  readonly target: string
  /** Whether the endpoint has a default response. If not, rules without a path match any path. */
  readonly hasDefault: boolean
  /** The segments of the path below the endpoint's name, as they were sent. */
  readonly segments: readonly string[]
  /** Names and values, alternating. */
  readonly headers: readonly string[]
  /** The body, or its beginning if rules do not look at all of it. */
  readonly body: Uint8Array
  readonly isBodyWhole: boolean
  /** Returns the URL at which the client reached the endpoint; `undefined` if no host is known. */
  endpointUrl(): string | undefined
}

/** A request with the parts read so far. The functions of this file read the others. */
export interface RuledRequest extends UnreadRequest {
  decoded: DecodedSegments | undefined
  query: Values | undefined
  byHeader: Values | undefined
  /** `null` when the body is not JSON. */
  json: JsonTree | null | undefined
  /** The digest of its JSON; `null` after the first comparison, which is made without it. */
  digest: number | null | undefined
  text: string | undefined
  /** `null` when it has too many fields. */
  form: Values | null | undefined
}

/** The values of each name. */
export type Values = ReadonlyMap<string, readonly string[]>

export function toRuledRequest(request: UnreadRequest): RuledRequest {
  const { method, target, hasDefault, segments, headers, body, isBodyWhole, endpointUrl } = request
  return {
    method,
    target,
    hasDefault,
    segments,
    headers,
    body,
    isBodyWhole,
    endpointUrl,
    decoded: undefined,
    query: undefined,
    byHeader: undefined,
    json: undefined,
    digest: undefined,
    text: undefined,
    form: undefined,
  }
}

export function decodedSegments(request: RuledRequest): DecodedSegments {
  request.decoded ??= request.segments.map(decodeName)
  return request.decoded
}

/** Returns the values of a query parameter; `undefined` if there is no such parameter. */
export function queryValues(request: RuledRequest, name: string): readonly string[] | undefined {
  return queryOfRequest(request).get(name)
}

/** Returns the values of all query parameters. */
export function queryOfRequest(request: RuledRequest): Values {
  request.query ??= queryParameters(queryOf(request.target))
  return request.query
}

/** Returns the values of each parameter of a query, decoded, in their order. */
export function queryParameters(query: string): Values {
  return toValues(new URLSearchParams(query))
}

/** Returns the values of a header, by its lower-case name; `undefined` if there is none. */
export function headerValues(request: RuledRequest, name: string): readonly string[] | undefined {
  request.byHeader ??= toValues(pairsOf(request.headers))
  return request.byHeader.get(name)
}

/** Returns the values of the body; `undefined` if it is not valid JSON. */
export function jsonOf(request: RuledRequest): JsonTree | undefined {
  if (request.json === undefined) {
    request.json = readTree(textOf(request)) ?? null
  }
  return request.json ?? undefined
}

/** Returns the body as text. */
export function textOf(request: RuledRequest): string {
  request.text ??= new TextDecoder().decode(request.body)
  return request.text
}

/** Returns the values of a form field in the body; `undefined` if there is no such field. */
export function formValues(request: RuledRequest, name: string): readonly string[] | undefined {
  return formOf(request)?.get(name)
}

/** Returns the fields of the form in the body; `undefined` if there are too many. */
export function formOf(request: RuledRequest): Values | undefined {
  if (request.form === undefined) {
    const type = headerValues(request, 'content-type')?.[0] ?? ''
    const fields = formFields(type, textOf(request))
    request.form = fields ? toValues(fields) : null
  }
  return request.form ?? undefined
}

function toValues(pairs: Iterable<readonly [name: string, value: string]>): Values {
  const values = new Map<string, string[]>()
  for (const [name, value] of pairs) {
    const former = values.get(name)
    if (former) former.push(value)
    else values.set(name, [value])
  }
  return values
}

function* pairsOf(headers: readonly string[]): Generator<[string, string]> {
  for (let i = 0; i < headers.length; i += 2) {
    yield [headers[i]?.toLowerCase() ?? '', headers[i + 1] ?? '']
  }
}
