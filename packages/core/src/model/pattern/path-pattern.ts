// The pattern of a path below an endpoint, such as `/v1/customers/:id` or `/files/*`.
import { decodeName } from '../http/url.ts'

export interface PathPattern {
  /** The literal segments that every matching path begins with, decoded. At most 8. */
  readonly beginning: readonly string[]
  /** The number of segments that are compared with those of a path. */
  readonly length: number
  /** Whether a path matches. Takes its segments after the endpoint's name, as sent and decoded. */
  matches(sent: readonly string[], decoded: DecodedSegments): boolean
  /** Returns the index of each parameter's segment, by name. */
  places(): ReadonlyMap<string, number>
  /** Returns the parameters of a matching path. */
  parametersOf(decoded: DecodedSegments): Readonly<Record<string, string>>
}

/** The decoded segments of a path, with `undefined` for one that is not percent-encoded UTF-8. */
export type DecodedSegments = readonly (string | undefined)[]

/** The maximum length of `beginning`. */
const longestBeginning = 8

/**
 * Compiles a pattern in which `pathFault` finds no fault. Unless `isExact`, a slash at the end of
 * the pattern or of a path makes no difference.
 */
export function createPathPattern(pattern: string, isExact = false): PathPattern {
  const lengthOf = isExact ? wholeLength : lengthWithoutSlash
  const segments = segmentsOf(pattern)
  const parts = segments.slice(0, lengthOf(segments))
  const isOpen = parts.at(-1) === '*'
  const fixed = isOpen ? parts.slice(0, -1) : parts
  const special = fixed.findIndex((part) => part.startsWith(':') || part.includes('%'))
  const literal = special === -1 ? fixed : fixed.slice(0, special)
  // A request may encode other characters, or with other letters: %2f is %2F.
  const read = fixed.map((part) => decodeName(part) ?? part)

  const places = (): ReadonlyMap<string, number> =>
    new Map(fixed.flatMap((part, i) => (part.startsWith(':') ? [[part.slice(1), i]] : [])))

  return {
    places,
    beginning: literal.slice(0, longestBeginning),
    length: fixed.length,
    matches(sent, decoded) {
      const length = lengthOf(sent)
      if (isOpen ? length < fixed.length : length !== fixed.length) return false
      for (let i = 0; i < fixed.length; i++) {
        const part = fixed[i] ?? ''
        const value = decoded[i]
        if (part.startsWith(':')) {
          if (!value) return false
        } else if (part !== value && part !== sent[i] && read[i] !== value) return false
      }
      return true
    },
    parametersOf(decoded) {
      return Object.fromEntries([...places()].map(([name, i]) => [name, decoded[i] ?? '']))
    },
  }
}

function wholeLength({ length }: readonly string[]): number {
  return length
}

/** Returns the number of segments without the empty one after a slash at the end. */
function lengthWithoutSlash(segments: readonly string[]): number {
  return segments.at(-1) === '' ? segments.length - 1 : segments.length
}

/** Returns the segments of a path. `/` has none. */
export function segmentsOf(path: string): readonly string[] {
  return path === '/' || path === '' ? [] : path.slice(1).split('/')
}

/** Returns the names of a pattern's parameters. */
export function parametersIn(pattern: string): readonly string[] {
  return segmentsOf(pattern)
    .filter((part) => part.startsWith(':'))
    .map((part) => part.slice(1))
}

/** Conditions on the path of a request. */
export interface PathConditions {
  readonly path: string
  readonly params?: Readonly<Record<string, string>>
}

/**
 * Returns the conditions that a path meets, and no other path. Segments that mean something else in
 * a pattern become parameters, and those for which `isHidden` is true become parameters of any
 * value.
 */
export function conditionsOfPath(
  path: string,
  isHidden: (segment: string) => boolean = () => false,
): PathConditions {
  const params: Record<string, string> = {}
  const segments = (path || '/').split('/').map((segment, i) => {
    const decoded = decodeName(segment) ?? segment
    if (isHidden(segment) || isHidden(decoded)) return `:secret${i}`
    // A rule may not begin with the path of its own endpoint, although a request may.
    if (/^[:.[<]|[*{}?#]/.test(segment) || (i === 1 && decoded === 'endpoint')) {
      params[`p${i}`] = decoded
      return `:p${i}`
    }
    return /^[:.[<]|[/*{}?#%]/.test(decoded) ? segment : decoded
  })
  return { path: segments.join('/'), ...(Object.keys(params).length > 0 && { params }) }
}

export const longestPath = 2048

/** Returns the fault of a pattern, or `undefined`. */
export function pathFault(pattern: string): string | undefined {
  if (!pattern.startsWith('/')) return 'must begin with /, such as /v1/customers/:id'
  if (pattern.length > longestPath) return `must be at most ${longestPath} characters long`
  const parts = segmentsOf(pattern)
  const optional = parts.find((part) => /^:\w+\?$/.test(part))
  if (optional !== undefined)
    return `has ${optional}; add one rule with the segment, and one without`
  if (/[?#]/.test(pattern)) return 'must be a path only; put the query into query'
  const parameters = parametersIn(pattern)
  const odd = parameters.find((name) => !/^\w+$/.test(name))
  if (odd !== undefined) {
    const name = /^\w*/.exec(odd)?.[0]
    const hint =
      name && odd[name.length] === '('
        ? `; write :${name}, and a condition on it in \`params\``
        : ''
    return `has the parameter :${odd}, whose name may hold letters, digits and _${hint}`
  }
  if (new Set(parameters).size < parameters.length) return 'has a parameter twice'
  if (parts.slice(0, -1).includes('*')) return 'may have * only at its end'
  if (parts.some((part) => part === '.' || part === '..')) {
    return 'has the segment . or .., which is resolved before rules see the path'
  }
  const braced = parts.find((part) => /[{}]|^[[<].*[>\]]$/.test(part))
  if (braced !== undefined) return `has the segment ${braced}; write :name for any one segment`
  const mixed = parts.find((part) => part.includes('*') && part !== '*')
  return mixed === undefined ? undefined : `has the segment ${mixed}; * stands for whole segments`
}
