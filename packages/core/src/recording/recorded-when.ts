// The conditions of a recording: the same method, path, query and body.

import { textIn } from '../model/json/utf8.ts'
import { conditionsOfPath } from '../model/pattern/path-pattern.ts'
import type { RuleWhen, TextMatch } from '../model/rule/rule.ts'
import { runYielding } from '../model/time/yielding.ts'
import type { ForwardedExchange } from './exchange.ts'
import { jsonIn, leadingToTexts } from './json-body.ts'
import { redacted, type Secrets } from './secrets.ts'
import { withoutSecrets } from './without-secrets.ts'

/** Matches any text. */
const anyText = { contains: '' }
/** The same in JSON: matches any string. */
const anyString = JSON.stringify(anyText)

/**
 * Resolves to the conditions. `headers` are the names of the headers to compare. `hidden` are JSON
 * Pointers to the values in JSON bodies that the conditions must not contain.
 */
export async function recordedWhen(
  exchange: ForwardedExchange,
  secrets: Secrets,
  headers: readonly string[],
  hidden: readonly string[],
): Promise<RuleWhen> {
  const ofBody = await recordedBody(exchange, secrets, hidden)
  const compared = { ...ofBody.headers, ...recordedHeaders(exchange, headers, secrets) }
  return {
    method: exchange.method,
    ...recordedPath(exchange.path, secrets),
    ...recordedQuery(exchange.query, secrets),
    ...ofBody,
    ...(Object.keys(compared).length > 0 && { headers: compared }),
  }
}

function recordedPath(given: string, secrets: Secrets): RuleWhen {
  const { path, ...params } = conditionsOfPath(given, secrets.isIn)
  // A service often redirects a path with a slash at the end to the one without, or vice versa.
  return { path, ...(/[^/]/.test(path) && { exactPath: true }), ...params }
}

function recordedQuery(queryString: string, secrets: Secrets): RuleWhen {
  const parameters = [...new URLSearchParams(queryString)]
  const hidden = namesOfSecrets(parameters, secrets)
  if (hidden.size === 0 && !secrets.isIn(queryString)) return { queryString }
  const rest = parameters.filter(([name]) => !hidden.has(name))
  return {
    query: Object.fromEntries([...hidden].map((name) => [name, anyText])),
    queryString: new URLSearchParams(rest).toString(),
  }
}

function namesOfSecrets(
  parameters: readonly (readonly [name: string, value: string])[],
  secrets: Secrets,
): ReadonlySet<string> {
  const hidden = parameters.filter(
    ([name, value]) => secrets.isParameter(name, value) || secrets.isIn(value),
  )
  return new Set(hidden.map(([name]) => name))
}

function recordedHeaders(
  exchange: ForwardedExchange,
  names: readonly string[],
  secrets: Secrets,
): NonNullable<RuleWhen['headers']> {
  const headers: Record<string, TextMatch | null> = {}
  for (const name of names.map((each) => each.toLowerCase())) {
    const value = headerIn(exchange.headers, name) ?? null
    const isSecret =
      value !== null && (secrets.isHeader(name) || secrets.withoutParameters(value) !== value)
    headers[name] = isSecret ? anyText : value
  }
  return headers
}

export function headerIn(headers: ForwardedExchange['headers'], name: string): string | undefined {
  const lower = name.toLowerCase()
  return headers.find(([each]) => each.toLowerCase() === lower)?.[1]
}

/** Maximum number of bytes of a body that rules compare. */
const longestBody = 1024 * 1024

/** Methods with optional bodies: a request without a body differs from one with a body. */
const withBody: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

async function recordedBody(
  exchange: ForwardedExchange,
  secrets: Secrets,
  hidden: readonly string[],
): Promise<RuleWhen> {
  const { body, method, headers } = exchange
  if (body.byteLength === 0) return withBody.has(method) ? { body: '' } : {}
  const type = headerIn(headers, 'content-type') ?? ''
  const text = body.byteLength > longestBody ? undefined : textIn(body)
  // The boundary of a multipart body is different in each request.
  if (text === undefined || /^multipart\//i.test(type)) return onlyType(type)
  if (isForm(type)) return recordedForm(text, secrets)
  const json = await jsonIn(text)
  if (json === undefined) return recordedText(text, secrets) ?? onlyType(type)
  const part = await runYielding(withoutSecrets(json, hidden, secrets))
  if (part === undefined) return onlyType(type)
  if (part === json) return { json }
  const places = await runYielding(leadingToTexts(json, hidden))
  return {
    jsonIncludes: part,
    ...(places.length > 0 && { jsonAt: Object.fromEntries(places.map((at) => [at, anyString])) }),
  }
}

/** Maximum number of characters of a text that is compared by a pattern. */
const longestPattern = 500

/** Compares a text, without the secrets in it. `undefined` if it has secrets and is long. */
function recordedText(text: string, secrets: Secrets): RuleWhen | undefined {
  const rest = secrets.without(text)
  if (rest === text) return { body: text }
  if (rest.length > longestPattern) return undefined
  const parts = rest.split(redacted).map((part) => part.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&'))
  return { body: { matches: `(?s)^${parts.join('.*')}$` } }
}

export function isForm(type: string): boolean {
  return /^application\/x-www-form-urlencoded\b/i.test(type)
}

/** Returns a condition for the type of the body, so that other types do not match. */
function onlyType(type: string): RuleWhen {
  const [kind = ''] = type.split(';')
  return { headers: { 'content-type': kind === '' ? null : { contains: kind.trim() } } }
}

/** Compares the whole body if it has no secrets, because `form` ignores other fields. */
function recordedForm(text: string, secrets: Secrets): RuleWhen {
  const fields = [...new URLSearchParams(text)]
  const hidden = namesOfSecrets(fields, secrets)
  if (hidden.size === 0 && !secrets.isIn(text)) return { body: text }
  const form = fields.map(([name, value]) => [name, hidden.has(name) ? anyText : value] as const)
  return { form: Object.fromEntries(form) }
}
