// An exchange that is under way, and what every way to end it has in common: the journal, the answer.
import type { World } from '../../engine/world.ts'
import type { Arrival, End, Ticket } from '../../journal/recorder.ts'
import type { Answer, HeaderPairs } from '../../model/answer.ts'
import type { Problem } from '../../model/problem.ts'
import type { CorsPolicy } from '../cors.ts'
import type { Explain } from '../error-reply.ts'
import type { Incoming, Outlet, ReadBody } from '../incoming.ts'
import type { Intake } from '../intake.ts'

export interface ExchangeOptions {
  readonly cors: CorsPolicy
  readonly explain: Explain
  readonly intake: Intake
}

export interface Turn {
  readonly options: ExchangeOptions
  readonly world: World
  /** Where the request leads below the world's base path. */
  readonly path: string
  /** The segment of the path that names an endpoint, as it was sent; empty when there is none. */
  readonly segment: string
  /** What follows that, with its slash. */
  readonly below: string
  readonly incoming: Incoming
  readonly outlet: Outlet
  readonly origin: string | undefined
  /** Whether it begins a WebSocket, which only a rule answers. */
  readonly isWebSocket: boolean
  ticket: Ticket | undefined
  /** What answers a request that was recorded as that of another rule: its id, or `null`. */
  rule: string | null | undefined
  /** Ends the wait under way. */
  endWait: (() => void) | undefined
  hasLeft: boolean
  isAnswered: boolean
  /** What the client is being made to wait by. */
  fault: 'hang' | undefined
  /** Names of headers that the answer is to be without. */
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
  const { journal } = turn.world
  if (!journal.isOn) return
  const { method, target: url, headers } = turn.incoming
  const { rule, held } = more
  if (turn.ticket) {
    turn.rule = rule ?? null
    return
  }
  turn.ticket = journal.arrive({
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

/** What only an answer by a rule has to say of its request. */
type ByRule = Pick<Arrival, 'rule' | 'held'>

const noRule: ByRule = Object.freeze({})

export function end({ world, ticket, rule }: Turn, how: End): void {
  if (ticket) world.journal.complete(ticket, rule === undefined ? how : { ...how, rule })
}

/** What else there is to say of how a request ended that was answered. */
type More = Partial<Omit<End, 'statusCode' | 'answer'>>

/** The answer, recorded and sent. */
export function finish(turn: Turn, answer: Answer, more?: More): void {
  const sent = allowed(turn, answer)
  if (turn.ticket) end(turn, toEnd(turn, sent, more))
  pass(turn, sent)
}

/** The answer, sent alone. */
export function send(turn: Turn, answer: Answer): void {
  pass(turn, allowed(turn, answer))
}

function pass(turn: Turn, answer: Answer): void {
  turn.isAnswered = true
  try {
    turn.outlet.answer(answer)
  } catch (error) {
    turn.outlet.answer(explained(turn, error).toAnswer())
  }
}

function toEnd({ incoming }: Turn, answer: Answer, more: More | undefined): End {
  const { status: statusCode, headers } = answer
  const sent = incoming.method === 'HEAD' ? { headers, body: null } : answer
  const end = { outcome: 'answered', statusCode, answer: sent } as const
  // Most have no more, and to spread nothing costs all the same.
  return more ? { ...end, ...more } : end
}

/** The answer with the headers of CORS, where a page asked. */
function allowed(turn: Turn, answer: Answer): Answer {
  if (turn.origin === undefined) return answer
  return { ...answer, headers: withCors(turn, answer.headers) }
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
