// The exchange: one request on the mock plane and its answer, the same through every door. A cached
// endpoint is answered without a promise.
import type { Reply } from '../../engine/reply.ts'
import type { World } from '../../engine/world.ts'
import { type Awaitable, isPromiseLike } from '../../model/awaitable.ts'
import { segmentsOf } from '../../model/path-pattern.ts'
import type { Problem } from '../../model/problem.ts'
import { decodeName, nameOf } from '../../model/url.ts'
import { mostMatched, type RuledRequest } from '../../rules/matcher.ts'
import { isPreflight, preflightAnswer } from '../cors.ts'
import {
  declaredLength,
  hasBody,
  headerOf,
  type Incoming,
  type Leave,
  nothingToLeave,
  type Outlet,
  type ReadBody,
} from '../incoming.ts'
import { tooManyBodies } from '../intake.ts'
import { methodNotAllowed } from '../method-not-allowed.ts'
import { endpointNotFound, noRuleMatches, nothingNear } from '../not-found.ts'
import { answerByRule } from './by-rule.ts'
import { type ExchangeOptions, end, explained, prefix, record, send, type Turn } from './turn.ts'
import { delay, leave } from './waits.ts'

export type { ExchangeOptions } from './turn.ts'

/** Answers a request to a world; `path` is where it leads below the world's base path. */
export type Exchange = (world: World, path: string, incoming: Incoming, outlet: Outlet) => Leave

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
      endWait: undefined,
      hasLeft: false,
      isAnswered: false,
      isByRule: false,
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
    const asked = whatIsAsked(path)
    const wanted = Math.max(world.journal.bodyBytes, matchedBytes(world, asked, incoming))
    const kept = options.intake.keep(Math.min(declaredLength(headers) ?? wanted, wanted))
    incoming.body(kept, (body) => {
      options.intake.leave(kept)
      if (asked) find(turn, asked, body)
      else missLater(turn, body, nothingNear(world, path))
    })
    return turn.isAnswered ? nothingToLeave : () => leave(turn)
  }
}

/** The parts of a path: an endpoint's name as it was sent, and what follows it, with its slash. */
interface Asked {
  readonly segment: string
  readonly below: string
}

function whatIsAsked(path: string): Asked | undefined {
  if (!path.startsWith(prefix)) return undefined
  const slash = path.indexOf('/', prefix.length)
  const segment = slash === -1 ? path.slice(prefix.length) : path.slice(prefix.length, slash)
  if (segment === '') return undefined
  return { segment, below: slash === -1 ? '' : path.slice(slash) }
}

/** How many bytes of the body are needed to find the rule that answers. */
function matchedBytes({ registry }: World, asked: Asked | undefined, incoming: Incoming): number {
  const { method, headers } = incoming
  if (!asked || (method === 'GET' && !hasBody(headers))) return 0
  const name = decodeName(asked.segment)
  return name === undefined ? 0 : registry.matchedBytes(name)
}

function find(turn: Turn, asked: Asked, body: ReadBody): void {
  let name = ''
  let found: Awaitable<Reply | undefined>
  try {
    name = nameOf(asked.segment)
    found = turn.world.registry.find(name)
  } catch (error) {
    miss(turn, body, error)
    return
  }
  if (!isPromiseLike(found)) reply(turn, found, { name, ...asked }, body)
  else {
    found.then(
      (later) => reply(turn, later, { name, ...asked }, body),
      (error) => miss(turn, body, error),
    )
  }
}

function reply(
  turn: Turn,
  found: Reply | undefined,
  { name, below }: Asked & { readonly name: string },
  body: ReadBody,
): void {
  const { registry } = turn.world
  const { rules } = registry
  const isBroken = body.problem !== undefined || turn.hasLeft
  if (rules.has(name, found) && !isBroken) {
    const request = toRuled(turn, below, body)
    const choice = rules.choose(name, found, request)
    if (choice) {
      answerByRule(turn, choice, body)
      return
    }
    if (isShort(body) && rules.bodyBytes(name, found) > 0) {
      miss(turn, body, tooManyBodies())
      return
    }
    if (below !== '' || !found?.isRecord) {
      miss(turn, body, noRuleMatches(turn.world, name, rules.closest(name, found, request)))
      return
    }
  }
  if (below !== '') missLater(turn, body, nothingNear(turn.world, turn.path))
  else if (!found?.isRecord) missLater(turn, body, endpointNotFound(turn.world, name))
  else answerByRecord(turn, found, body)
}

function answerByRecord(turn: Turn, found: Reply, body: ReadBody): void {
  // The name of the reply: the other one would keep the URL alive.
  record(turn, found.name, body)
  if (body.problem !== undefined) breakOff(turn, body.problem)
  else if (turn.hasLeft) end(turn, { outcome: 'aborted' })
  else delay(turn, found.delay, found)
}

function toRuled({ incoming }: Turn, below: string, body: ReadBody): RuledRequest {
  const { method, target, headers } = incoming
  const { bytes, length } = body
  const segments = below === '' ? noSegments : segmentsBelow(below)
  return {
    method,
    target,
    segments,
    headers,
    body: bytes,
    isBodyWhole: bytes.byteLength === length,
  }
}

const noSegments: readonly string[] = []

/** A slash alone is an empty segment: only `*` matches it. */
function segmentsBelow(below: string): readonly string[] {
  return below === '/' ? [''] : segmentsOf(below)
}

/** Whether there was no room for as much of the body as rules look at. */
function isShort({ bytes, length }: ReadBody): boolean {
  return bytes.byteLength < length && length <= mostMatched
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
  const { nearMisses, closest } = extensions
  record(turn, null, body)
  if (body.problem !== undefined) breakOff(turn, body.problem)
  else {
    end(turn, { outcome: 'unmatched', statusCode, nearMisses, closest })
    send(turn, problem.toAnswer())
  }
}

/** The client left, or its connection broke, before its whole body was here. */
function breakOff(turn: Turn, problem: unknown): void {
  end(turn, { outcome: 'aborted' })
  send(turn, explained(turn, problem).toAnswer())
}
