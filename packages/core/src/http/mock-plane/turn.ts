// An exchange that is under way, and what every way to end it has in common: the journal, the response.
import type { Workspace } from '../../engine/workspace.ts'
import type { Arrival, End, JournalEntry } from '../../journal/recorder.ts'
import type { Problem } from '../../model/problem.ts'
import type { HeaderPairs, PlainResponse } from '../../model/response.ts'
import type { CorsPolicy } from '../cors.ts'
import type { Explain } from '../error-reply.ts'
import type { Incoming, ReadBody, Responder } from '../incoming.ts'
import type { Intake } from '../intake.ts'

export interface ExchangeOptions {
  readonly cors: CorsPolicy
  readonly explain: Explain
  readonly intake: Intake
}

export interface Turn {
  readonly options: ExchangeOptions
  readonly workspace: Workspace
  /** Where the request leads below the workspace's base path. */
  readonly path: string
  /** The segment of the path that names an endpoint, as it was sent; empty when there is none. */
  readonly segment: string
  /** What follows that, with its slash. */
  readonly below: string
  readonly incoming: Incoming
  readonly responder: Responder
  readonly origin: string | undefined
  /** Whether it begins a WebSocket, which only a rule answers. */
  readonly isWebSocket: boolean
  entry: JournalEntry | undefined
  /** What answers a request that was recorded as that of another rule: its id, or `null`. */
  rule: string | null | undefined
  /** Ends the wait under way. */
  endWait: (() => void) | undefined
  hasLeft: boolean
  isAnswered: boolean
  /** What the client is being made to wait by. */
  fault: 'hang' | undefined
  /** Names of headers that the response is to be without. */
  without: ReadonlySet<string> | undefined
  isByRule: boolean
}

/** What the paths of endpoints begin with. */
export const prefix = '/endpoint/'

/** Records the arrival, or what answers in place of a rule. `more` is what only rules have to say. */
export function record(
  turn: Turn,
  endpoint: string | null,
  body: ReadBody,
  more: ByRule = noRule,
): void {
  const { journal } = turn.workspace
  if (!journal.isOn) return
  const { method, target: url, headers } = turn.incoming
  const { rule, held } = more
  if (turn.entry) {
    turn.rule = rule ?? null
    return
  }
  turn.entry = journal.arrive({
    endpoint,
    rule,
    held,
    method,
    url,
    headers,
    body: body.bytes.byteLength > journal.bodyBytes ? cut(body, journal.bodyBytes) : body,
  })
}

/** More may have been read, for rules that look at it. */
function cut({ bytes, length }: ReadBody, most: number): ReadBody {
  return { bytes: bytes.slice(0, most), length }
}

/** What only a response by a rule has to say of its request. */
type ByRule = Pick<Arrival, 'rule' | 'held'>

const noRule: ByRule = Object.freeze({})

export function end({ workspace, entry, rule }: Turn, how: End): void {
  if (entry) workspace.journal.complete(entry, rule === undefined ? how : { ...how, rule })
}

/** What else there is to say of how a request ended that was answered. */
type More = Partial<Omit<End, 'statusCode' | 'response'>>

/** The response, recorded and sent. */
export function finish(turn: Turn, response: PlainResponse, more?: More): void {
  const sent = allowed(turn, response)
  if (turn.entry) end(turn, toEnd(turn, sent, more))
  pass(turn, sent)
}

/** The response, sent alone. */
export function send(turn: Turn, response: PlainResponse): void {
  pass(turn, allowed(turn, response))
}

function pass(turn: Turn, response: PlainResponse): void {
  turn.isAnswered = true
  try {
    turn.responder.answer(response)
  } catch (error) {
    turn.responder.answer(explained(turn, error).toResponse())
  }
}

function toEnd({ incoming }: Turn, response: PlainResponse, more: More | undefined): End {
  const { status: statusCode, headers } = response
  const sent = incoming.method === 'HEAD' ? { headers, body: null } : response
  const end = { outcome: 'answered', statusCode, response: sent } as const
  // Most have no more, and to spread nothing costs all the same.
  return more ? { ...end, ...more } : end
}

/** The response with the headers of CORS, where a page asked. */
function allowed(turn: Turn, response: PlainResponse): PlainResponse {
  if (turn.origin === undefined) return response
  return { ...response, headers: withCors(turn, response.headers) }
}

/** The headers with those of CORS. What a rule sets or removes itself stays so, and pages can read it. */
export function withCors(turn: Turn, headers: HeaderPairs): HeaderPairs {
  const { origin, options, isByRule, without } = turn
  if (origin === undefined) return headers
  const cors = options.cors(origin)
  if (!isByRule) return [...headers, ...cors]
  const own = new Set(headers.map(([name]) => name))
  const isAllowed = cors.some(([name]) => name === 'access-control-allow-origin')
  const expose = [exposing, [...own].join(', ')] as const
  const added = isAllowed ? [...cors, expose] : cors
  const isWanted = (name: string): boolean =>
    !without?.has(name) && (name === 'vary' || !own.has(name))
  return [...headers, ...added.filter(([name]) => isWanted(name))]
}

const exposing = 'access-control-expose-headers'

export function explained(turn: Turn, error: unknown): Problem {
  const { incoming, path, options } = turn
  const route = path.startsWith(prefix) ? '/endpoint/:name' : '/*'
  return options.explain(error, { method: incoming.method, route })
}
