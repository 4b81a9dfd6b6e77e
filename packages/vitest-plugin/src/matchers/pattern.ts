// What a request is expected to be like, and what a request is when looked at in that way.
import type { Outcome, ReceivedRequest } from '@mock-endpoint/core/client'

/**
 * What a request is to be like. What is left out may be anything; every value may be an asymmetric
 * matcher such as `expect.any(Number)`.
 */
export interface RequestPattern {
  readonly method?: unknown
  /** As it was sent, such as `/endpoint/orders`. */
  readonly path?: unknown
  /** Some of the parameters. One that was sent several times is a list. */
  readonly query?: Readonly<Record<string, unknown>>
  /** Some of the headers, in whatever case. */
  readonly headers?: Readonly<Record<string, unknown>>
  /** The body, parsed: all of it. `expect.objectContaining` for a part. */
  readonly json?: unknown
  /** The body as text. */
  readonly text?: unknown
  readonly statusCode?: unknown
  readonly outcome?: Outcome | object
  readonly endpoint?: unknown
  /** The id of the rule that answers it. */
  readonly rule?: unknown
  /** The fault that it was answered with. */
  readonly fault?: unknown
}

/** The parts of a request that a pattern speaks of, in its form. */
export function toShape(
  request: ReceivedRequest,
  pattern: RequestPattern,
): Record<string, unknown> {
  const shape: Record<string, unknown> = {}
  for (const key of Object.keys(pattern)) shape[key] = part(request, pattern, key)
  return shape
}

function part(request: ReceivedRequest, { query, headers }: RequestPattern, key: string): unknown {
  switch (key) {
    case 'query':
      return pick(query, (name) => {
        const values = request.query.getAll(name)
        return values.length > 1 ? values : values[0]
      })
    case 'headers':
      return pick(headers, (name) => request.headers.get(name) ?? undefined)
    case 'json':
      return parsed(request)
    default:
      return request[key as keyof ReceivedRequest]
  }
}

function pick(
  wanted: Readonly<Record<string, unknown>> | undefined,
  read: (name: string) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(Object.keys(wanted ?? {}).map((name) => [name, read(name)]))
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
  equals: (actual: unknown, expected: unknown) => boolean,
): Record<string, unknown> | undefined {
  const agreement = (shape: Record<string, unknown>): number =>
    Object.entries(pattern).filter(([key, value]) => equals(shape[key], value)).length
  return shapes.toSorted((a, b) => agreement(a) - agreement(b)).at(-1)
}

/** The pattern with what agrees with it put in: a diff then shows only what does not. */
export function fillIn(
  expected: unknown,
  actual: unknown,
  equals: (actual: unknown, expected: unknown) => boolean,
): unknown {
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
