// A request as rules see it. Each part is read once, however many rules ask for it, and not before
// the first one does.

import { decodeName, queryOf } from '../../model/http/url.ts'
import type { DecodedSegments } from '../../model/pattern/path-pattern.ts'
import { formFields } from './form-fields.ts'
import { type JsonTree, readTree } from './json-tree.ts'

/** What there is of a request before any of it is read. */
export interface UnreadRequest {
  readonly method: string
  /** The path and the query. */
  readonly target: string
  /** Whether the endpoint has a default response; otherwise a rule without a path is about all paths below. */
  readonly hasDefault: boolean
  /** Of the path below the endpoint's name, as they were sent. */
  readonly segments: readonly string[]
  /** Names and values in turn. */
  readonly headers: readonly string[]
  /** The body, or its beginning when that is longer than rules look at. */
  readonly body: Uint8Array
  readonly isBodyWhole: boolean
  /** The URL of the endpoint as the client reached it; `undefined` when it does not say whom it asks. */
  endpointUrl(): string | undefined
}

/** With what was read of it; the functions of this file read the rest. */
export interface RuledRequest extends UnreadRequest {
  decoded: DecodedSegments | undefined
  query: Values | undefined
  byHeader: Values | undefined
  /** `null` when the body is not JSON. */
  json: JsonTree | null | undefined
  /** Of its JSON; `null` once a rule was compared without it. */
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

/** The values of a parameter of the query; `undefined` when it is not there. */
export function queryValues(request: RuledRequest, name: string): readonly string[] | undefined {
  return queryOfRequest(request).get(name)
}

/** The values of all parameters of the query. */
export function queryOfRequest(request: RuledRequest): Values {
  request.query ??= queryParameters(queryOf(request.target))
  return request.query
}

/** The values of each parameter of a query, decoded, in their order. */
export function queryParameters(query: string): Values {
  return toValues(new URLSearchParams(query))
}

/** The values of a header, by its name in lower case; `undefined` when it is not there. */
export function headerValues(request: RuledRequest, name: string): readonly string[] | undefined {
  request.byHeader ??= toValues(pairsOf(request.headers))
  return request.byHeader.get(name)
}

/** The values of the body; `undefined` when it is not JSON. */
export function jsonOf(request: RuledRequest): JsonTree | undefined {
  if (request.json === undefined) {
    request.json = readTree(textOf(request)) ?? null
  }
  return request.json ?? undefined
}

/** The body as text. */
export function textOf(request: RuledRequest): string {
  request.text ??= new TextDecoder().decode(request.body)
  return request.text
}

/** The values of a field of the form in the body; `undefined` when it is not there, or there is no form. */
export function formValues(request: RuledRequest, name: string): readonly string[] | undefined {
  return formOf(request)?.get(name)
}

/** The fields of the form in the body; `undefined` when they are too many. */
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
