// An endpoint that says what only a rule can say, such as headers: the rule that it was meant to be.
import type { Elsewhere } from './fault-list.ts'

const aRule = 'a rule'

/** Where the members belong that an endpoint has not. */
export const notOfEndpoints: Elsewhere = {
  method: aRule,
  path: aRule,
  query: aRule,
  headers: aRule,
  body: aRule,
  chunks: aRule,
  events: aRule,
  bytesPerSecond: aRule,
  fault: aRule,
  hold: aRule,
  dynamic: aRule,
  when: aRule,
  answer: aRule,
  answers: aRule,
  times: aRule,
  chance: aRule,
  endpoint: '`name`',
  json: '`data`',
  response: '`data`',
}

const inAnswer = [
  'statusCode',
  'delay',
  'headers',
  'body',
  'chunks',
  'events',
  'bytesPerSecond',
  'fault',
  'hold',
  'dynamic',
  'data',
]

/** How long the text of a member may be that is repeated. */
const longest = 300

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
      const text = texts.get(key)
      return text === undefined ? [] : [[key, text.length > longest ? '…' : text.trim()]]
    })
  const when = objectOf([...taken(['method']), ...below, ...taken(['path', 'query'])])
  const answer = objectOf(taken(inAnswer))
  return objectOf([
    ['endpoint', JSON.stringify(name)],
    ...(texts.has('when') || when === '{}' ? [] : [['when', when]]),
    ...taken(['when']),
    ...(texts.has('answer') || texts.has('answers') ? [] : [['answer', answer]]),
    ...taken(['answer', 'answers', 'times', 'chance']),
  ])
}

/** As other tools write parameters. */
function asPattern(path: string): string {
  return path.replace(/\/\{([^/{}]*)\}(?=\/|$)/g, '/:$1').replace(/\/$/, '')
}

function objectOf(members: readonly (readonly string[])[]): string {
  return `{${members.map(([name, text]) => `"${name}":${text}`).join(',')}}`
}
