// The result of converting a foreign document. Core checks each rule before it is included, so the
// service accepts them all.
import { Problem, type Rule, type RuleWhen, ruleToJson } from '@mock-endpoint/core/client'
import { parseRule, runYielding } from '@mock-endpoint/core/documents'

/** Records as JSON texts, ready for the control API, in the order in which to add them. */
export interface Converted {
  /** Such as `{"name":…,"data":…,"statusCode":200,"delay":0}`. */
  readonly endpoints: readonly string[]
  /** Rules, each with an id that is the same in every run. */
  readonly rules: readonly string[]
  /** A sentence, with the place, for each part that has no example or cannot be expressed. */
  readonly left: readonly string[]
}

export interface ConvertOptions {
  /** The name of the endpoint. Default: a name from the document. */
  readonly name?: string | undefined
  /** The name of the file: a fallback for the endpoint's name, and to tell YAML from JSON. */
  readonly file: string
}

export type Convert = (text: string, options: ConvertOptions) => Promise<Converted>

/** A rule, and its source in the document. */
export interface Candidate {
  /** Such as `GET /pets/{id}`. */
  readonly place: string
  readonly rule: Rule
}

/** Called for each part that is left out, with the reason and the place in the document. */
export type Leave = (reason: string, place: string) => void

/** Limits of the service: those of the rules of an endpoint, and the default of `--max-body`. */
const mostRules = 1000
const mostCharacters = 32 * 1024 * 1024
const mostBytes = 10 * 1024 * 1024

/** Returns the JSON texts of the rules that the service accepts. Calls `leave` for the others. */
export async function acceptedRules(
  candidates: readonly Candidate[],
  leave: Leave,
): Promise<readonly string[]> {
  const rooms = new Map<string, Room>()
  const texts = new Map<Candidate, string>()
  for (const candidate of tellSlashesApart(candidates)) {
    const { endpoint } = candidate.rule
    const room = rooms.get(endpoint) ?? { rules: 0, refused: 0, characters: 0 }
    rooms.set(endpoint, room)
    const result = await accept(candidate, room)
    if ('text' in result) texts.set(candidate, result.text)
    else {
      room.refused += 1
      leave(result.fault, candidate.place)
    }
  }
  return inTryingOrder([...texts.keys()]).map((candidate) => texts.get(candidate) ?? '')
}

/** Makes paths exact if they differ only in a slash at the end, because these are two requests. */
function tellSlashesApart(candidates: readonly Candidate[]): readonly Candidate[] {
  const keyOf = (rule: Rule, path: string): string => `${rule.endpoint} ${path}`
  const keys = new Set(candidates.map(({ rule }) => keyOf(rule, rule.when?.path ?? '/')))
  return candidates.map((candidate) => {
    const { rule, place } = candidate
    const path = rule.when?.path ?? '/'
    const other = path.endsWith('/') ? path.slice(0, -1) : `${path}/`
    if (!keys.has(keyOf(rule, other))) return candidate
    return { place, rule: { ...rule, when: { ...rule.when, exactPath: true } } }
  })
}

/** Accepted and refused rules of an endpoint, and the total length of the accepted ones. */
interface Room {
  rules: number
  refused: number
  characters: number
}

async function accept(
  { rule }: Candidate,
  room: Room,
): Promise<{ readonly text: string } | { readonly fault: string }> {
  // The limit on refused rules avoids checking a million of them.
  if (room.rules >= mostRules || room.refused >= mostRules) {
    return { fault: `an endpoint has at most ${mostRules} rules` }
  }
  const text = ruleToJson(rule)
  if (text.length > mostBytes || Buffer.byteLength(text) > mostBytes)
    return { fault: `it comes to more than ${mostBytes} bytes` }
  if (room.characters + text.length > mostCharacters) {
    return { fault: `the rules of an endpoint have at most ${mostCharacters} characters together` }
  }
  const fault = await faultOf(text)
  if (fault !== undefined) return { fault }
  room.rules += 1
  room.characters += text.length
  return { text }
}

/** Throws if no endpoint can have this name. Checks it as an id: ids have the same limits. */
export async function checkName(name: string): Promise<void> {
  const fault = await faultOf(JSON.stringify({ id: name, endpoint: 'any', response: {} }))
  if (fault === undefined) return
  const why = fault.replace(/^\/id /, '')
  throw new Error(`\`${name}\` cannot be an endpoint's name: it ${why}.`)
}

async function faultOf(rule: string): Promise<string | undefined> {
  try {
    await runYielding(parseRule(rule))
    return undefined
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const [first] = error.extensions.errors ?? []
    return first ? `${first.pointer} ${first.detail}` : error.message.replace(/\.$/, '')
  }
}

/** Puts general rules first, because newer rules are tried first. Otherwise keeps the order. */
function inTryingOrder<T extends { readonly rule: Rule }>(candidates: readonly T[]): T[] {
  return candidates
    .map((candidate) => ({ candidate, rank: rankOf(candidate.rule) }))
    .sort((a, b) => compare(a.rank, b.rank))
    .map(({ candidate }) => candidate)
}

interface Rank {
  /** A digit for each segment: 0 for a parameter, 1 for a literal. */
  readonly path: string
  readonly query: number
  /** Whether it is for HEAD, to be tried before a rule for GET, which matches HEAD too. */
  readonly isHead: boolean
}

function rankOf({ when = {} }: Rule): Rank {
  const segments = (when.path ?? '/').split('/')
  return {
    path: segments.map((segment) => (segment.startsWith(':') ? '0' : '1')).join(''),
    query: countParameters(when),
    isHead: when.method === 'HEAD',
  }
}

function countParameters({ query = {}, queryString = '' }: RuleWhen): number {
  return Object.keys(query).length + new URLSearchParams(queryString).size
}

function compare(a: Rank, b: Rank): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1
  return a.query - b.query || Number(a.isHead) - Number(b.isHead)
}
