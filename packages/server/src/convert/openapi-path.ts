// From a path of OpenAPI to the pattern of a rule.

export interface Pattern {
  readonly path: string
  /** The same without the names of parameters: two that are equal here match the same requests. */
  readonly shape: string
  /** Segments that are a parameter in part, and match any text in the pattern. */
  readonly widened: readonly string[]
}

/** Returns a text that says why if no pattern can say it. */
export function patternOf(path: string): Pattern | string {
  if (!path.startsWith('/')) return 'the path does not begin with /'
  if (/[?#]/.test(path)) return 'the path has a query or a fragment, which no rule can match'
  const names = new Set<string>()
  const widened: string[] = []
  const segments: string[] = []
  for (const segment of path.slice(1).split('/')) {
    if (!/\{[^{}]*\}/.test(segment)) {
      if (/^:|[*{}]|^\.\.?$/.test(segment))
        return `the segment ${segment} would be a pattern in a rule`
      segments.push(segment)
      continue
    }
    if (!/^\{[^{}]*\}$/.test(segment)) widened.push(segment)
    segments.push(`:${freeName(segment, names)}`)
  }
  const shape = `/${segments.map((one) => (one.startsWith(':') ? ':' : one)).join('/')}`
  return { path: `/${segments.join('/')}`, shape, widened }
}

/** The name of a parameter, of letters, digits and _, that the path does not have yet. */
function freeName(segment: string, names: Set<string>): string {
  const name = segment.replace(/\W+/g, '_').replace(/^_+|_+$/g, '') || 'part'
  let free = name
  for (let i = 2; names.has(free); i++) free = `${name}_${i}`
  names.add(free)
  return free
}
