// What a request is expected to be like, and what a request is when looked at in that way.
import type { Outcome, ReceivedRequest } from '@mock-endpoint/core/client'

/**
 * What a request is to be like. What is left out may be anything; every value may be an asymmetric
 * matcher such as `expect.any(Number)`.
 */
export interface RequestPattern {
  readonly method?: unknown
  /** As it was sent, such as `/endpoint/orders/7`, or what follows the endpoint: `/7`. */
  readonly path?: unknown
  /**
   * Some of the parameters. One that was sent several times is a list. A number or boolean is compared
   * as text.
   */
  readonly query?: Readonly<Record<string, unknown>>
  /** Some of the headers, in whatever case. A number or boolean is compared as text. */
  readonly headers?: Readonly<Record<string, unknown>>
  /** All of the body, parsed or as text, whichever is like this. */
  readonly body?: unknown
  /** The body, parsed: all of it. */
  readonly json?: unknown
  /** What the body includes, parsed: the members of objects that are named here, arrays in full. */
  readonly jsonIncludes?: unknown
  readonly statusCode?: unknown
  readonly outcome?: Outcome | object
  readonly endpoint?: unknown
  /** The id of the rule that answers it. */
  readonly rule?: unknown
  /** The fault that it was answered with. */
  readonly fault?: unknown
}

/** Compares as Vitest does, also with asymmetric matchers. */
type Equals = (actual: unknown, expected: unknown) => boolean

/** Refuses an earlier name, which would be like no request, and so pass after `not`. */
export function checkPattern(pattern: object): void {
  if ('text' in pattern) {
    throw new TypeError('`text` is called `body`, which is compared as text too.')
  }
}

/** The parts of a request that a pattern speaks of, in its form. */
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

/** The one that is as wanted, otherwise the first. */
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

/** Of objects only the members that are wanted. */
function narrowed(actual: unknown, wanted: unknown): unknown {
  if (Array.isArray(wanted) && Array.isArray(actual) && wanted.length === actual.length) {
    return actual.map((each, i) => narrowed(each, wanted[i]))
  }
  if (!isPlain(wanted) || !isPlain(actual)) return actual
  const found = Object.entries(wanted).filter(([name]) => Object.hasOwn(actual, name))
  return Object.fromEntries(found.map(([name, each]) => [name, narrowed(actual[name], each)]))
}

/** `undefined` for what is not JSON: the list of requests shows its text. */
function parsed(request: ReceivedRequest): unknown {
  try {
    return request.json
  } catch {
    return undefined
  }
}

/** The shape that agrees with the pattern in most of its parts, the latest of several. */
export function nearest(
  shapes: readonly Record<string, unknown>[],
  pattern: RequestPattern,
  equals: Equals,
): Record<string, unknown> | undefined {
  const agreement = (shape: Record<string, unknown>): number =>
    Object.entries(pattern).filter(([key, value]) => equals(shape[key], value)).length
  return shapes.toSorted((a, b) => agreement(a) - agreement(b)).at(-1)
}

/** The pattern with what agrees with it put in: a diff then shows only what does not. */
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
