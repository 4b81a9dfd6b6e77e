// The exchange: one request on the mock plane and its answer, the same through every door. A cached
// endpoint is answered without a promise.
import type { Reply } from '../../engine/reply.ts'
import type { World } from '../../engine/world.ts'
import type { End, Ticket } from '../../journal/recorder.ts'
import type { Answer } from '../../model/answer.ts'
import { type Awaitable, isPromiseLike } from '../../model/awaitable.ts'
import type { Problem } from '../../model/problem.ts'
import { nameOf } from '../../model/url.ts'
import { type CorsPolicy, isPreflight, preflightAnswer } from '../cors.ts'
import type { Explain } from '../error-reply.ts'
import {
  declaredLength,
  headerOf,
  type Incoming,
  type Leave,
  nothingToLeave,
  type Outlet,
  type ReadBody,
} from '../incoming.ts'
import type { Intake } from '../intake.ts'
import { methodNotAllowed } from '../method-not-allowed.ts'
import { endpointNotFound, nothingNear } from '../not-found.ts'

/** Answers a request to a world; `path` is where it leads below the world's base path. */
export type Exchange = (world: World, path: string, incoming: Incoming, outlet: Outlet) => Leave

export interface ExchangeOptions {
  readonly cors: CorsPolicy
  readonly explain: Explain
  readonly intake: Intake
}

/** An exchange that is under way. */
interface Turn {
  readonly options: ExchangeOptions
  readonly world: World
  readonly path: string
  readonly incoming: Incoming
  readonly outlet: Outlet
  readonly origin: string | undefined
  ticket: Ticket | undefined
  /** Ends the delay under way. */
  endDelay: (() => void) | undefined
  hasLeft: boolean
  isAnswered: boolean
}

/** All but TRACE, which would show a caller its own headers. Any other method is answered too. */
export const mockMethods: readonly string[] = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
]

const prefix = '/endpoint/'

export function createExchange(options: ExchangeOptions): Exchange {
  return (world, path, incoming, outlet) => {
    const { method, headers } = incoming
    const origin = headerOf(headers, 'origin')
    const turn: Turn = {
      options,
      world,
      path,
      incoming,
      outlet,
      origin,
      ticket: undefined,
      endDelay: undefined,
      hasLeft: false,
      isAnswered: false,
    }
    if (isPreflight(method, headers)) {
      const allowed = origin === undefined ? [] : options.cors(origin)
      outlet.answer(preflightAnswer(headers, allowed))
      return nothingToLeave
    }
    if (method === 'TRACE' && path.startsWith(prefix)) {
      send(turn, methodNotAllowed(method, world.basePath + path, mockMethods).toAnswer())
      return nothingToLeave
    }
    const { bodyBytes } = world.journal
    const kept = options.intake.keep(Math.min(declaredLength(headers) ?? bodyBytes, bodyBytes))
    incoming.body(kept, (body) => {
      options.intake.leave(kept)
      respond(turn, body)
    })
    return turn.isAnswered ? nothingToLeave : () => leave(turn)
  }
}

function respond(turn: Turn, body: ReadBody): void {
  const { world, path } = turn
  const segment = path.startsWith(prefix) ? path.slice(prefix.length) : ''
  if (segment === '' || segment.includes('/')) {
    missLater(turn, body, nothingNear(world, path))
  } else find(turn, segment, body)
}

function find(turn: Turn, segment: string, body: ReadBody): void {
  let name = ''
  let found: Awaitable<Reply | undefined>
  try {
    name = nameOf(segment)
    found = turn.world.registry.find(name)
  } catch (error) {
    miss(turn, body, error)
    return
  }
  if (!isPromiseLike(found)) reply(turn, found, name, body)
  else {
    found.then(
      (later) => reply(turn, later, name, body),
      (error) => miss(turn, body, error),
    )
  }
}

function reply(turn: Turn, found: Reply | undefined, name: string, body: ReadBody): void {
  if (!found) {
    missLater(turn, body, endpointNotFound(turn.world, name))
    return
  }
  // The name of the reply: the other one would keep the URL alive.
  record(turn, found.name, body)
  if (body.problem !== undefined) breakOff(turn, body.problem)
  else if (turn.hasLeft) end(turn, { outcome: 'aborted' })
  else if (found.delay === 0) finish(turn, found)
  else delay(turn, found)
}

function delay(turn: Turn, found: Reply): void {
  try {
    const ended = (problem?: Problem): void => {
      turn.endDelay = undefined
      finish(turn, problem?.toAnswer() ?? found)
    }
    turn.endDelay = turn.world.delays.start(found.delay, ended, turn.incoming.connection)
  } catch (error) {
    finish(turn, explained(turn, error).toAnswer())
  }
}

/** A miss, once it is known what may have been meant. */
function missLater(turn: Turn, body: ReadBody, hint: Promise<Problem>): void {
  const missNow = (problem: unknown): void => miss(turn, body, problem)
  hint.then(missNow, missNow)
}

/** The answer to a request that no endpoint answers. */
function miss(turn: Turn, body: ReadBody, error: unknown): void {
  const problem = explained(turn, error)
  const { status: statusCode, extensions } = problem
  const { nearMisses } = extensions
  record(turn, null, body)
  if (body.problem !== undefined) breakOff(turn, body.problem)
  else {
    end(turn, { outcome: 'unmatched', statusCode, nearMisses })
    send(turn, problem.toAnswer())
  }
}

/** The client left, or its connection broke, before its whole body was here. */
function breakOff(turn: Turn, problem: unknown): void {
  end(turn, { outcome: 'aborted' })
  send(turn, explained(turn, problem).toAnswer())
}

function finish(turn: Turn, answer: Answer): void {
  end(turn, { outcome: 'answered', statusCode: answer.status })
  send(turn, answer)
}

function explained(turn: Turn, error: unknown): Problem {
  const { incoming, path, options } = turn
  const route = path.startsWith(prefix) ? '/endpoint/:name' : '/*'
  return options.explain(error, { method: incoming.method, route })
}

function send(turn: Turn, answer: Answer): void {
  const { origin, outlet, options } = turn
  turn.isAnswered = true
  try {
    if (origin === undefined) outlet.answer(answer)
    else outlet.answer({ ...answer, headers: [...answer.headers, ...options.cors(origin)] })
  } catch (error) {
    outlet.answer(explained(turn, error).toAnswer())
  }
}

function record(turn: Turn, endpoint: string | null, body: ReadBody): void {
  const { world, incoming } = turn
  if (!world.journal.isOn) return
  const { method, target: url, headers } = incoming
  turn.ticket = world.journal.arrive({ endpoint, method, url, headers, body })
}

function end({ world, ticket }: Turn, how: End): void {
  if (ticket) world.journal.complete(ticket, how)
}

function leave(turn: Turn): void {
  turn.hasLeft = true
  if (!turn.endDelay) return
  turn.endDelay()
  turn.endDelay = undefined
  end(turn, { outcome: 'aborted' })
}
