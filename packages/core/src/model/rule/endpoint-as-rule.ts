// Proposes a rule in place of an endpoint that was given with members of rules, such as headers.
import { each, type OtherWords, ofEndpoints } from '../problem/other-words.ts'

/** The fault of a member that only rules have. */
export const aRule = 'belongs in a rule'

/** The members that only the response of a rule has. */
const ofResponses = [
  'headers',
  'body',
  'chunks',
  'events',
  'bytesPerSecond',
  'fault',
  'hold',
  'dynamic',
  'forward',
  'record',
]
const ofRequests = ['method', 'path', 'query', 'queryString']
const inRules = ['when', 'response', 'responses', 'repeatLast', 'times', 'chance']
const ofRules = [...ofRequests, ...ofResponses, ...inRules]

/** The faults of members that endpoints do not have, by name. */
export const notOfEndpoints: OtherWords = { ...ofEndpoints, ...each(ofRules, aRule) }

const inResponse = ['statusCode', 'delay', ...ofResponses, 'data']

/** Maximum length of the text of a member that the proposal repeats. */
const longest = 300
/** The replacement for a longer text. */
export const leftOut = '…'

export interface RuleInPlaceOptions {
  /** The source text of each given member, including members of rules. */
  readonly texts: ReadonlyMap<string, string>
  /** With slashes, it is the name of an endpoint and the path below it. */
  readonly givenName: unknown
  readonly isName: (name: string) => boolean
}

/** Returns the rule as JSON text; `undefined` if a rule would not help. */
export function ruleInPlace({ texts, givenName, isName }: RuleInPlaceOptions): string | undefined {
  const given = typeof givenName === 'string' ? givenName : ''
  const [, name = '', path = ''] = /^\/?(?:endpoint\/)?([^/]+)(\/.*)?$/.exec(given) ?? []
  const own = [...texts.keys()].filter((key) => notOfEndpoints[key] === aRule)
  if (!isName(name) || (path === '' && own.length === 0)) return undefined
  const below = path === '' || texts.has('path') ? [] : [['path', JSON.stringify(asPattern(path))]]
  const taken = (names: readonly string[]): string[][] =>
    names.flatMap((key) => {
      const text = texts.get(key)?.trim()
      if (text === undefined) return []
      // JSON in `body` is data.
      const member = key === 'body' && !text.startsWith('"') && !texts.has('data') ? 'data' : key
      return [[member, text.length > longest ? leftOut : text]]
    })
  const when = objectOf([
    ...taken(['method']),
    ...below,
    ...taken(['path', 'query', 'queryString']),
  ])
  const response = objectOf(taken(inResponse))
  return objectOf([
    ['endpoint', JSON.stringify(name)],
    ...(texts.has('when') || when === '{}' ? [] : [['when', when]]),
    ...taken(['when']),
    ...(texts.has('response') || texts.has('responses') ? [] : [['response', response]]),
    ...taken(['response', 'responses', 'repeatLast', 'times', 'chance']),
  ])
}

/** Converts parameters such as `{id}`, as other tools write them, to `:id`. */
function asPattern(path: string): string {
  return path.replace(/\/\{([^/{}]*)\}(?=\/|$)/g, '/:$1').replace(/\/$/, '')
}

function objectOf(members: readonly (readonly string[])[]): string {
  return `{${members.map(([name, text]) => `"${name}":${text}`).join(',')}}`
}
