// Patterns for requests, and the parts of a request that a pattern is compared with.
import type { Outcome, ReceivedRequest } from '@mock-endpoint/core/client'

/**
 * A pattern for requests. Omitted members match anything, and every value may be an asymmetric
 * matcher such as `expect.any(Number)`.
 */
export interface RequestPattern {
  readonly method?: unknown
  /** The path as sent, such as `/endpoint/orders/7`, or only its part after the endpoint: `/7`. */
  readonly path?: unknown
  /**
   * Some of the query parameters. A parameter sent several times is a list. A number or boolean is
   * compared as text.
   */
  readonly query?: Readonly<Record<string, unknown>>
  /** Some of the headers. Names ignore case, and a number or boolean is compared as text. */
  readonly headers?: Readonly<Record<string, unknown>>
  /** The whole body, parsed or as text, whichever matches. */
  readonly body?: unknown
  /** The whole body, parsed. */
  readonly json?: unknown
  /** A part of the parsed body. Its objects may have more members, its arrays no more items. */
  readonly jsonIncludes?: unknown
  readonly statusCode?: unknown
  readonly outcome?: Outcome | object
  readonly endpoint?: unknown
  /** The id of the rule that answered it. */
  readonly rule?: unknown
  /** The network fault that it was answered with. */
  readonly fault?: unknown
}

/** Compares as Vitest does, including asymmetric matchers. */
type Equals = (actual: unknown, expected: unknown) => boolean

const members: readonly string[] = [
  'method',
  'path',
  'query',
  'headers',
  'body',
  'json',
  'jsonIncludes',
  'statusCode',
  'outcome',
  'endpoint',
  'rule',
  'fault',
] satisfies (keyof RequestPattern)[]

/** Members of other tools and of this one, each with the right one. */
const otherWords: Readonly<Record<string, string>> = {
  text: '`body`, which is compared as text too',
  data: '`json`',
  url: '`path`',
  status: '`statusCode`',
}

/** Throws for other members: they would match no request, and so pass after `not`. */
export function checkPattern(pattern: unknown): asserts pattern is RequestPattern {
  if (typeof pattern !== 'object' || pattern === null) {
    throw new TypeError(`A pattern is an object such as { method: 'POST' }, not ${pattern}.`)
  }
  const unknown = Object.keys(pattern).find((name) => !members.includes(name))
  if (unknown === undefined) return
  const right = otherWords[unknown]
  const fault =
    right === undefined
      ? `is not a member of a pattern: there are ${members.join(', ')}`
      : `is called ${right}`
  throw new TypeError(`\`${unknown}\` ${fault}.`)
}

/** Returns the parts of a request that a pattern has, in the form of the pattern. */
export function toShape(
  request: ReceivedRequest,
  pattern: RequestPattern,
  equals: Equals,
): Record<string, unknown> {
  const parts = Object.keys(pattern).map((key) => [key, part(request, pattern, key, equals)])
  return Object.fromEntries(parts)
}

function part(
  request: ReceivedRequest,
  { query, headers, path, body, jsonIncludes }: RequestPattern,
  key: string,
  equals: Equals,
): unknown {
  switch (key) {
    case 'path':
      return whichever([request.path, belowEndpoint(request.path)], path, equals)
    case 'query':
      return pick(query, (name) => {
        const values = request.query.getAll(name)
        return values.length > 1 ? values : values[0]
      })
    case 'headers':
      return pick(headers, (name) => request.headers.get(name) ?? undefined)
    case 'json':
      return parsed(request)
    case 'jsonIncludes':
      return narrowed(parsed(request), jsonIncludes)
    case 'body': {
      const json = parsed(request)
      const isText = typeof body === 'string' || json === undefined
      return whichever(isText ? [request.text, json] : [json, request.text], body, equals)
    }
    default:
      return request[key as keyof ReceivedRequest]
  }
}

/** Returns the candidate that is as wanted, otherwise the first one. */
function whichever(candidates: readonly unknown[], wanted: unknown, equals: Equals): unknown {
  return candidates.find((candidate) => equals(candidate, wanted)) ?? candidates[0]
}

function belowEndpoint(path: string): string {
  return path.replace(/^\/endpoint\/[^/]+/, '') || '/'
}

function pick(
  wanted: Readonly<Record<string, unknown>> = {},
  read: (name: string) => unknown,
): Record<string, unknown> {
  const picked = Object.entries(wanted).map(([name, value]) => {
    const found = read(name)
    const isSaid = ['number', 'boolean'].includes(typeof value) && String(value) === found
    return [name, isSaid ? value : found]
  })
  return Object.fromEntries(picked)
}

/** Returns a value whose objects have only the wanted members. */
function narrowed(actual: unknown, wanted: unknown): unknown {
  if (Array.isArray(wanted) && Array.isArray(actual) && wanted.length === actual.length) {
    return actual.map((each, i) => narrowed(each, wanted[i]))
  }
  if (!isPlain(wanted) || !isPlain(actual)) return actual
  const found = Object.entries(wanted).filter(([name]) => Object.hasOwn(actual, name))
  return Object.fromEntries(found.map(([name, each]) => [name, narrowed(actual[name], each)]))
}

/** Returns the parsed body, or `undefined` if it is not JSON. The list of requests has its text. */
function parsed(request: ReceivedRequest): unknown {
  try {
    return request.json
  } catch {
    return undefined
  }
}

/** Returns the shape that matches most parts of the pattern. Of several, the latest one. */
export function nearest(
  shapes: readonly Record<string, unknown>[],
  pattern: RequestPattern,
  equals: Equals,
): Record<string, unknown> | undefined {
  const agreement = (shape: Record<string, unknown>): number =>
    Object.entries(pattern).filter(([key, value]) => equals(shape[key], value)).length
  return shapes.toSorted((a, b) => agreement(a) - agreement(b)).at(-1)
}

/** Returns the pattern with actual values where they match, so that a diff has only differences. */
export function fillIn(expected: unknown, actual: unknown, equals: Equals): unknown {
  if (equals(actual, expected)) return actual
  if (!isPlain(expected) || !isPlain(actual)) return expected
  const fill = ([key, value]: [string, unknown]) => [key, fillIn(value, actual[key], equals)]
  return Object.fromEntries(Object.entries(expected).map(fill))
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  )
}
