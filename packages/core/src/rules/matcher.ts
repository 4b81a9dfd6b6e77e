// Whether a request is one that a rule answers, and if not, the first member that differs.

import { createPathPattern } from '../model/path-pattern.ts'
import { nothing, type RuleMismatch, type RuleWhen } from '../model/rule.ts'
import { queryOf } from '../model/url.ts'
import { createJsonPart, shorten } from './json-contains.ts'

/** A request as rules see it. */
export interface RuledRequest {
  readonly method: string
  /** The path and the query. */
  readonly target: string
  /** Of the path below the endpoint's name, as they were sent. */
  readonly segments: readonly string[]
  /** Names and values in turn. */
  readonly headers: readonly string[]
  /** The body, or its beginning when that is longer than rules look at. */
  readonly body: Uint8Array
  readonly isBodyWhole: boolean
}

/** A member that differs. */
type Difference = Omit<RuleMismatch, 'rule'> & {
  /** How many members match before it. */
  readonly matched: number
}

export interface Matcher {
  /** Whether it looks at bodies. */
  readonly needsBody: boolean
  matches(request: RuledRequest): boolean
  /** The first member that differs, if one does. */
  difference(request: RuledRequest): Difference | undefined
  /** The parameters of the path of a request that matches. */
  parameters(request: RuledRequest): Readonly<Record<string, string>>
}

type Check = (request: RuledRequest) => Omit<Difference, 'matched'> | undefined

/** How many bytes of a body rules look at. */
export const mostMatched: number = 1024 * 1024

export function createMatcher({ method, path = '/', ...when }: RuleWhen = {}): Matcher {
  const pattern = createPathPattern(path)
  const takesMethod = createTakesMethod(method)
  const checks: readonly Check[] = [
    ...namedChecks('query', when.query, (request, name) => {
      return new URLSearchParams(queryOf(request.target)).getAll(name)
    }),
    ...namedChecks('headers', when.headers, headerValues),
    ...(when.json === undefined ? [] : [jsonCheck(when.json)]),
    ...(when.body === undefined ? [] : [bodyCheck(when.body)]),
  ]

  function difference(request: RuledRequest): Difference | undefined {
    if (!pattern.match(request.segments)) {
      const actual = shorten(`/${request.segments.join('/')}`)
      return { member: 'path', expected: path, actual, matched: 0 }
    }
    if (!takesMethod(request.method)) {
      const expected = [method].flat().join(' or ')
      return { member: 'method', expected, actual: request.method, matched: 1 }
    }
    for (const [i, check] of checks.entries()) {
      const found = check(request)
      if (found) return { ...found, matched: i + 2 }
    }
    return undefined
  }

  return {
    needsBody: when.json !== undefined || when.body !== undefined,
    matches(request) {
      if (!takesMethod(request.method) || !pattern.match(request.segments)) return false
      for (const check of checks) if (check(request)) return false
      return true
    },
    difference,
    parameters: ({ segments }) => pattern.match(segments) ?? {},
  }
}

/** HEAD asks for what GET would answer. */
function createTakesMethod(method: RuleWhen['method']): (asked: string) => boolean {
  if (method === undefined) return () => true
  const methods = [method].flat()
  const takesHead = methods.includes('GET')
  return (asked) => methods.includes(asked) || (takesHead && asked === 'HEAD')
}

function namedChecks(
  member: 'query' | 'headers',
  wanted: Readonly<Record<string, string | null>> = {},
  valuesOf: (request: RuledRequest, name: string) => readonly string[],
): Check[] {
  return Object.entries(wanted).map(([name, value]) => {
    const key = member === 'headers' ? name.toLowerCase() : name
    return (request) => {
      const values = valuesOf(request, key)
      if (value === null ? values.length === 0 : values.includes(value)) return undefined
      const actual = values.length === 0 ? nothing : shorten(values.join(', '))
      return { member: `${member}.${name}`, expected: value ?? nothing, actual }
    }
  })
}

function headerValues({ headers }: RuledRequest, name: string): string[] {
  const values: string[] = []
  for (let i = 0; i < headers.length; i += 2) {
    if (headers[i]?.toLowerCase() === name) values.push(headers[i + 1] ?? '')
  }
  return values
}

function jsonCheck(json: string): Check {
  const part = createJsonPart(json)
  return ({ body, isBodyWhole }) => {
    const tooLong = isBodyWhole ? undefined : bodyTooLong('json', shorten(json))
    const found = tooLong ?? part.differenceIn(new TextDecoder().decode(body))
    if (!found || 'member' in found) return found
    return { member: `json${found.pointer}`, expected: found.expected, actual: found.actual }
  }
}

function bodyCheck(wanted: string): Check {
  const bytes = new TextEncoder().encode(wanted)
  return ({ body, isBodyWhole }) => {
    if (!isBodyWhole) return bodyTooLong('body', shorten(wanted))
    if (body.length === bytes.length && body.every((byte, i) => byte === bytes[i])) return undefined
    const actual = shorten(new TextDecoder().decode(body.subarray(0, 1000)))
    return { member: 'body', expected: shorten(wanted), actual }
  }
}

function bodyTooLong(member: string, expected: string): Omit<Difference, 'matched'> {
  return { member, expected, actual: `a body of more than ${mostMatched} bytes` }
}
