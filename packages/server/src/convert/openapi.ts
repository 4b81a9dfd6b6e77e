// Converts OpenAPI 3.0 and 3.1 to rules. The API becomes one endpoint, and each operation a rule
// whose response is the example of its success.
import { basename } from 'node:path'
import { Problem } from '@mock-endpoint/core/client'
import {
  acceptedRules,
  type Candidate,
  type Converted,
  type ConvertOptions,
  checkName,
  type Leave,
} from './converted.ts'
import { type JsonNode, openJson } from './json-document.ts'
import { createResponseOf, type ResponseOf } from './openapi-response.ts'
import { createReferences, type References } from './references.ts'
import { ruleId } from './rule-id.ts'

/**
 * Converts an OpenAPI document. Rejects with a `Problem` that has line and column if the text is
 * neither JSON nor YAML, and with an `Error` if it is not OpenAPI 3 or the name is not valid.
 */
export async function convertOpenApi(text: string, options: ConvertOptions): Promise<Converted> {
  const root = await open(text.replace(/^\ufeff/, ''), options.file)
  checkVersion(root)
  const endpoint = options.name ?? nameOf(root, options.file)
  await checkName(endpoint)
  const left: string[] = []
  const leave: Leave = (reason, place) => left.push(`${place}: ${reason}.`)
  const references = createReferences(root)
  const responseOf = createResponseOf(references, leave)
  const candidates = candidatesOf({ root, endpoint, references, responseOf, leave })
  const rules = await acceptedRules(candidates, leave)
  return { endpoints: [], rules, left: shortened([...left, ...references.left()]) }
}

/** Maximum number of sentences in `left`, because a faulty document could have millions. */
const mostLeft = 2000

function shortened(left: readonly string[]): readonly string[] {
  const more = left.length - mostLeft
  return more > 0 ? [...left.slice(0, mostLeft), `And ${more} more.`] : left
}

async function open(text: string, file: string): Promise<JsonNode> {
  const couldBeJson = /^\s*[{[]/.test(text)
  try {
    if (couldBeJson || /\.json$/i.test(file)) return await openJson(text)
  } catch (error) {
    if (!(error instanceof Problem) || !/\.ya?ml$/i.test(file)) throw error
  }
  const { yamlToJson } = await import('./yaml-to-json.ts')
  return await openJson(yamlToJson(text))
}

function checkVersion(root: JsonNode): void {
  const version = root.get('openapi')
  const given = version?.string() ?? version?.text ?? ''
  if (/^3(\.|$)/.test(given)) return
  if (root.get('swagger')) {
    throw new Error('This is Swagger 2.0. OpenAPI 3.0 and 3.1 are read; convert it first.')
  }
  const what = version ? `its version is ${given.slice(0, 40)}` : 'it has no member "openapi"'
  throw new Error(`This is not a document of OpenAPI 3.0 or 3.1: ${what}.`)
}

function nameOf(root: JsonNode, file: string): string {
  const title = root.get('info')?.get('title')?.string() ?? ''
  return slug(title) || slug(basename(file).replace(/\.[^.]*$/, '')) || 'api'
}

/** Returns the words in lower case with hyphens between them, as in a URL. */
function slug(text: string): string {
  const words =
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return words.join('-').slice(0, 60).replace(/-$/, '')
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

interface Reading {
  readonly root: JsonNode
  readonly endpoint: string
  readonly references: References
  readonly responseOf: ResponseOf
  readonly leave: Leave
}

function candidatesOf(reading: Reading): Candidate[] {
  const { root, references } = reading
  const shapes = new Map<string, string>()
  return [...(root.get('paths')?.members() ?? [])].flatMap(([path, given]) => {
    const item = references.follow(given)
    return methods.flatMap((method) => {
      const operation = item?.get(method)
      if (!operation?.isObject) return []
      return candidateOf(reading, { method: method.toUpperCase(), path, operation }, shapes)
    })
  })
}

interface Operation {
  readonly method: string
  readonly path: string
  readonly operation: JsonNode
}

/** Returns the rule of an operation. `shapes` has the place of each request with a rule. */
function candidateOf(
  { endpoint, responseOf, leave }: Reading,
  { method, path, operation }: Operation,
  shapes: Map<string, string>,
): Candidate[] {
  const place = `${method} ${path}`
  const pattern = patternOf(path)
  if (typeof pattern === 'string') {
    leave(pattern, place)
    return []
  }
  const response = responseOf(operation, place)
  if (!response) return []
  const request = `${method} ${pattern.shape}`
  const former = shapes.get(request)
  if (former !== undefined) {
    leave(`a rule cannot tell it from ${former}, which answers`, place)
    return []
  }
  shapes.set(request, place)
  for (const segment of pattern.widened) leave(`its rule accepts any text for ${segment}`, place)
  const id = ruleId(endpoint, method, path)
  return [{ place, rule: { id, endpoint, when: { method, path: pattern.path }, response } }]
}

interface Pattern {
  readonly path: string
  /** The path without parameter names. Patterns of the same shape match the same requests. */
  readonly shape: string
  /** Segments that are only partly a parameter. In the pattern, they match any text. */
  readonly widened: readonly string[]
}

/** Returns the pattern for a path, or the reason why there is none. */
function patternOf(path: string): Pattern | string {
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

/** Returns a parameter name of letters, digits and _ that the path does not have yet. */
function freeName(segment: string, names: Set<string>): string {
  const name = segment.replace(/\W+/g, '_').replace(/^_+|_+$/g, '') || 'part'
  let free = name
  for (let i = 2; names.has(free); i++) free = `${name}_${i}`
  names.add(free)
  return free
}
