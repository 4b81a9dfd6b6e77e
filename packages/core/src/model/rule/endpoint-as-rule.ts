// An endpoint that says what only a rule can say, such as headers: the rule that it was meant to be.
import { each, type OtherWords, ofEndpoints } from '../problem/other-words.ts'

/** What is said of what only a rule can say. */
export const aRule = 'belongs in a rule'

/** Of the response of a rule. */
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

/** What is said of the members that an endpoint has not. */
export const notOfEndpoints: OtherWords = { ...ofEndpoints, ...each(ofRules, aRule) }

const inResponse = ['statusCode', 'delay', ...ofResponses, 'data']

/** How long the text of a member may be that is repeated. */
const longest = 300
/** What stands for a longer one. */
export const leftOut = '…'

export interface RuleInPlaceOptions {
  /** The members as they were given, those of rules included. */
  readonly texts: ReadonlyMap<string, string>
  /** With slashes it is an endpoint and the path below it. */
  readonly givenName: unknown
  readonly isName: (name: string) => boolean
}

/** The rule as JSON text; `undefined` where a rule would not help. */
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
      // JSON is data.
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

/** As other tools write parameters. */
function asPattern(path: string): string {
  return path.replace(/\/\{([^/{}]*)\}(?=\/|$)/g, '/:$1').replace(/\/$/, '')
}

function objectOf(members: readonly (readonly string[])[]): string {
  return `{${members.map(([name, text]) => `"${name}":${text}`).join(',')}}`
}
