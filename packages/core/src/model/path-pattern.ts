// The pattern of a path below an endpoint, such as `/v1/customers/:id` or `/files/*`.
import { decodeName } from './url.ts'

export interface PathPattern {
  /**
   * The parameters of a path that matches, decoded; `undefined` when it does not. The segments are
   * those behind the endpoint's name, as they were sent.
   */
  match(segments: readonly string[]): Readonly<Record<string, string>> | undefined
}

const noParameters: Readonly<Record<string, string>> = Object.freeze({})

/** `pattern` must be one that `pathFault` finds nothing wrong with. */
export function createPathPattern(pattern: string): PathPattern {
  const parts = segmentsOf(pattern)
  const isOpen = parts.at(-1) === '*'
  const fixed = isOpen ? parts.slice(0, -1) : parts
  const hasParameters = fixed.some((part) => part.startsWith(':'))

  return {
    match(segments) {
      if (isOpen ? segments.length < fixed.length : segments.length !== fixed.length) {
        return undefined
      }
      const parameters: [string, string][] = []
      for (const [i, part] of fixed.entries()) {
        const segment = segments[i] ?? ''
        const value = decodeName(segment)
        if (part.startsWith(':')) {
          if (!value) return undefined
          parameters.push([part.slice(1), value])
        } else if (part !== value && part !== segment) return undefined
      }
      return hasParameters ? Object.fromEntries(parameters) : noParameters
    },
  }
}

/** The segments of a path; `/` has none. */
export function segmentsOf(path: string): readonly string[] {
  return path === '/' || path === '' ? [] : path.slice(1).split('/')
}

const longest = 2048

/** What is wrong with a pattern, if anything is. */
export function pathFault(pattern: string): string | undefined {
  if (!pattern.startsWith('/')) return 'must begin with /, such as /v1/customers/:id'
  if (pattern.length > longest) return `must be at most ${longest} characters long`
  if (/[?#]/.test(pattern)) return 'must be a path only; put the query into query'
  const parts = segmentsOf(pattern)
  const parameters = parts.filter((part) => part.startsWith(':')).map((part) => part.slice(1))
  const odd = parameters.find((name) => !/^\w+$/.test(name))
  if (odd !== undefined)
    return `has the parameter :${odd}, whose name may hold letters, digits and _`
  if (new Set(parameters).size < parameters.length) return 'has a parameter twice'
  if (parts.slice(0, -1).includes('*')) return 'may have * only at its end'
  if (parts.some((part) => part === '.' || part === '..')) {
    return 'has the segment . or .., which is resolved before rules see the path'
  }
  const mixed = parts.find((part) => part.includes('*') && part !== '*')
  return mixed === undefined ? undefined : `has the segment ${mixed}; * stands for whole segments`
}
