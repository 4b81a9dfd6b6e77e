// The mock plane: answers a request to a workspace, from its path to its response. A cached
// endpoint is answered without a promise.
import type { Reply } from '../../engine/reply.ts'
import { malformedName } from '../../model/http/url.ts'
import { copyText } from '../../model/json/utf8.ts'
import { segmentsOf } from '../../model/pattern/path-pattern.ts'
import type { Problem } from '../../model/problem/problem.ts'
import { type Awaitable, isPromiseLike } from '../../model/time/awaitable.ts'
import type { Choice } from '../../rules/choose.ts'
import { mostMatched } from '../../rules/match/body-checks.ts'
import { type RuledRequest, toRuledRequest } from '../../rules/match/ruled-request.ts'
import { nothingToLeave, type Plane, type ReadBody, seeHeaders } from '../adapters/incoming.ts'
import { type Intake, tooManyBodies } from '../adapters/intake.ts'
import type { Explain } from '../error-reply.ts'
import { type CorsPolicy, isPreflight, preflightResponse } from '../guard/cors.ts'
import { methodNotAllowed } from '../method-not-allowed.ts'
import { endpointNotFound, noRuleMatches, nothingNear, noWebSocket } from '../not-found.ts'
import { answerByRule } from './by-rule.ts'
import { endpointUrl } from './endpoint-url.ts'
import { Exchange } from './exchange.ts'
import type { Forwards } from './forwards.ts'

export interface MockPlaneOptions {
  readonly cors: CorsPolicy
  readonly explain: Explain
  readonly intake: Intake
  readonly forwards: Forwards
}

/** All except TRACE, which would return the caller's headers. Any other method is answered too. */
export const mockMethods: readonly string[] = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
]

export function createMockPlane({ cors, explain, intake, forwards }: MockPlaneOptions): Plane {
  return (workspace, path, incoming, responder) => {
    const { method, headers, hasBody = false } = incoming
    const { origin, length, isChunked, isWebSocket } = seeHeaders(headers)
    if (isPreflight(method, headers)) {
      const allowed = origin === undefined ? [] : cors(origin)
      responder.answer(preflightResponse(headers, allowed))
      return nothingToLeave
    }
    const exchange = new Exchange({
      workspace,
      path,
      incoming,
      responder,
      origin,
      isWebSocket,
      cors,
      explain,
    })
    const { isOfEndpoint, segment, name } = exchange
    if (method === 'TRACE' && isOfEndpoint) {
      const problem = methodNotAllowed(method, workspace.basePath + path, mockMethods)
      exchange.respondUnrecorded(problem.toResponse())
      return nothingToLeave
    }
    const mayHaveBody = method !== 'GET' || isChunked || hasBody || length !== undefined
    const matched = mayHaveBody && name ? workspace.registry.matchedBytes(name) : 0
    // A body without a declared length gets only the room for the part that rules match.
    const most = length === undefined ? mostMatched : forwards.bodyBytes
    const wanted = Math.max(workspace.journal.bodyBytes, Math.min(matched, most))
    const kept = intake.keep(Math.min(length ?? wanted, wanted))
    incoming.body(kept, (body) => {
      intake.leave(kept)
      if (segment === '') missLater(exchange, body, nothingNear(workspace, path, method))
      else if (name === undefined) exchange.miss(body, malformedName(segment))
      else find(exchange, name, body, forwards)
    })
    return exchange.isAnswered ? nothingToLeave : () => exchange.clientLeft()
  }
}

function find(exchange: Exchange, name: string, body: ReadBody, forwards: Forwards): void {
  let found: Awaitable<Reply | undefined>
  try {
    found = exchange.workspace.registry.find(name)
  } catch (error) {
    exchange.miss(body, error)
    return
  }
  if (!isPromiseLike(found)) answer(exchange, name, found, body, forwards)
  else {
    found.then(
      (later) => answer(exchange, name, later, body, forwards),
      (error) => exchange.miss(body, error),
    )
  }
}

// A request is recorded with the name of its reply, or with a copy, because a slice of the URL
// would keep all of it in memory.

function answer(
  exchange: Exchange,
  name: string,
  found: Reply | undefined,
  body: ReadBody,
  forwards: Forwards,
): void {
  if (exchange.workspace.registry.rules.has(name, found)) {
    answerByRules(exchange, name, found, body, forwards)
  } else if (!isItself(exchange)) {
    const { workspace, path, incoming } = exchange
    missLater(exchange, body, nothingNear(workspace, path, incoming.method))
  } else if (!found?.isDefault) {
    missLater(exchange, body, endpointNotFound(exchange.workspace, name))
  } else answerByDefault(exchange, found, body)
}

function answerByDefault(exchange: Exchange, found: Reply, body: ReadBody): void {
  if (body.problem !== undefined || exchange.hasLeft) exchange.breakOff(found.name, body)
  else if (exchange.isWebSocket) exchange.miss(body, noWebSocket(found.name))
  else {
    exchange.record(found.name, body)
    exchange.respondAfter(found.delay, found)
  }
}

function answerByRules(
  exchange: Exchange,
  name: string,
  found: Reply | undefined,
  body: ReadBody,
  forwards: Forwards,
): void {
  if (body.problem !== undefined || exchange.hasLeft) {
    exchange.breakOff(found?.name ?? copyText(name), body)
    return
  }
  const { workspace } = exchange
  const { rules } = workspace.registry
  const request = toRuled(exchange, body, found?.isDefault ?? false)
  const answerBy = (choice: Choice | undefined): void => {
    if (exchange.hasLeft) exchange.breakOff(found?.name ?? copyText(name), body)
    else if (choice) answerByRule(exchange, choice, body, { goOn: answerBy, forwards })
    else if (isShort(body) && rules.bodyBytes(name, found) > 0) exchange.miss(body, tooManyBodies())
    else if (isItself(exchange) && found?.isDefault) answerByDefault(exchange, found, body)
    else {
      const { below, incoming } = exchange
      const asked = { method: incoming.method, below }
      const closest = rules.closest(name, found, request)
      exchange.miss(body, noRuleMatches(workspace, name, asked, closest))
    }
  }
  let choice: Awaitable<Choice | undefined>
  try {
    choice = rules.choose(name, found, request, () => exchange.hasLeft)
  } catch (error) {
    exchange.miss(body, error)
    return
  }
  if (isPromiseLike(choice)) choice.then(answerBy, (error) => exchange.miss(body, error))
  else answerBy(choice)
}

function toRuled(
  exchange: Exchange,
  { bytes, length }: ReadBody,
  hasDefault: boolean,
): RuledRequest {
  const { incoming, below } = exchange
  const { method, target, headers } = incoming
  return toRuledRequest({
    method,
    target,
    hasDefault,
    segments: segmentsBelow(below),
    headers,
    body: bytes.subarray(0, mostMatched),
    isBodyWhole: length <= mostMatched && bytes.byteLength === length,
    endpointUrl: () => endpointUrl(exchange),
  })
}

/** Whether the path is that of the endpoint itself, not below it. */
function isItself({ below }: Exchange): boolean {
  return below === '' || below === '/'
}

/** A single slash is an empty segment. */
function segmentsBelow(below: string): readonly string[] {
  return below === '/' ? [''] : segmentsOf(below)
}

/** Whether there was no room for the part of the body that rules match. */
function isShort({ bytes, length }: ReadBody): boolean {
  return bytes.byteLength < length && length <= mostMatched
}

/** Responds with a miss when its near misses are known. */
function missLater(exchange: Exchange, body: ReadBody, hint: Promise<Problem>): void {
  const missNow = (problem: unknown): void => exchange.miss(body, problem)
  hint.then(missNow, missNow)
}
