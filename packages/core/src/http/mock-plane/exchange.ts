// The exchange: one request on the mock plane and its response, the same through every adapter. A cached
// endpoint is answered without a promise.
import type { Reply } from '../../engine/reply.ts'
import type { Workspace } from '../../engine/workspace.ts'
import { type Awaitable, isPromiseLike } from '../../model/awaitable.ts'
import { segmentsOf } from '../../model/path-pattern.ts'
import type { Problem } from '../../model/problem.ts'
import { decodeName, nameOf } from '../../model/url.ts'
import { copyText } from '../../model/utf8.ts'
import type { Choice } from '../../rules/choose.ts'
import { mostMatched } from '../../rules/matcher.ts'
import { type RuledRequest, toRuledRequest } from '../../rules/ruled-request.ts'
import { isPreflight, preflightResponse } from '../cors.ts'
import {
  type Incoming,
  type Leave,
  nothingToLeave,
  type ReadBody,
  type Responder,
  seeHeaders,
} from '../incoming.ts'
import { tooManyBodies } from '../intake.ts'
import { methodNotAllowed } from '../method-not-allowed.ts'
import { endpointNotFound, noRuleMatches, nothingNear, noWebSocket } from '../not-found.ts'
import { answerByRule } from './by-rule.ts'
import {
  type ExchangeOptions,
  end,
  explained,
  finish,
  prefix,
  record,
  send,
  type Turn,
} from './turn.ts'
import { delay, leave } from './waits.ts'

export type { ExchangeOptions } from './turn.ts'

/** Answers a request to a workspace; `path` is where it leads below the workspace's base path. */
export type Exchange = (
  workspace: Workspace,
  path: string,
  incoming: Incoming,
  responder: Responder,
) => Leave

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
  return (workspace, path, incoming, responder) => {
    const { method, headers } = incoming
    const { origin, length, isChunked, isWebSocket } = seeHeaders(headers)
    const isAsked = path.startsWith(prefix)
    const slash = isAsked ? path.indexOf('/', prefix.length) : -1
    const turn: Turn = {
      options,
      workspace,
      path,
      segment: isAsked ? path.slice(prefix.length, slash === -1 ? undefined : slash) : '',
      below: slash === -1 ? '' : path.slice(slash),
      incoming,
      responder,
      origin,
      isWebSocket,
      entry: undefined,
      rule: undefined,
      endWait: undefined,
      hasLeft: false,
      isAnswered: false,
      fault: undefined,
      without: undefined,
      isByRule: false,
    }
    if (isPreflight(method, headers)) {
      const allowed = origin === undefined ? [] : options.cors(origin)
      responder.answer(preflightResponse(headers, allowed))
      return nothingToLeave
    }
    if (method === 'TRACE' && path.startsWith(prefix)) {
      send(turn, methodNotAllowed(method, workspace.basePath + path, mockMethods).toResponse())
      return nothingToLeave
    }
    const mayHaveBody = method !== 'GET' || isChunked || length !== undefined
    const matched = mayHaveBody ? matchedBytes(turn) : 0
    const wanted = Math.max(workspace.journal.bodyBytes, matched)
    const kept = options.intake.keep(Math.min(length ?? wanted, wanted))
    incoming.body(kept, (body) => {
      options.intake.leave(kept)
      if (turn.segment === '') missLater(turn, body, nothingNear(workspace, path))
      else find(turn, body)
    })
    return turn.isAnswered ? nothingToLeave : () => leave(turn)
  }
}

/** How many bytes of the body are needed to find the rule that answers. */
function matchedBytes({ workspace, segment }: Turn): number {
  const name = decodeName(segment)
  return name ? workspace.registry.matchedBytes(name) : 0
}

function find(turn: Turn, body: ReadBody): void {
  let name = ''
  let found: Awaitable<Reply | undefined>
  try {
    name = nameOf(turn.segment)
    found = turn.workspace.registry.find(name)
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
  if (!turn.workspace.registry.rules.has(name, found)) answerWithoutRules(turn, found, name, body)
  else if (body.problem !== undefined || turn.hasLeft) {
    breakOff(turn, found?.name ?? copyText(name), body)
  } else replyByRules(turn, found, name, body)
}

function answerWithoutRules(
  turn: Turn,
  found: Reply | undefined,
  name: string,
  body: ReadBody,
): void {
  const { workspace, below } = turn
  if (!isItself(below)) missLater(turn, body, nothingNear(workspace, turn.path))
  else if (!found?.isDefault) missLater(turn, body, endpointNotFound(workspace, name))
  else answerByDefault(turn, found, body)
}

function replyByRules(turn: Turn, found: Reply | undefined, name: string, body: ReadBody): void {
  const { workspace, below } = turn
  const { rules } = workspace.registry
  const request = toRuled(turn, body, found?.isDefault ?? false)
  const answer = (choice: Choice | undefined): void => {
    if (turn.hasLeft) breakOff(turn, found?.name ?? copyText(name), body)
    else if (choice) answerByRule(turn, choice, body, answer)
    else if (isShort(body) && rules.bodyBytes(name, found) > 0) miss(turn, body, tooManyBodies())
    else if (isItself(below) && found?.isDefault) answerByDefault(turn, found, body)
    else miss(turn, body, noRuleMatches(workspace, name, rules.closest(name, found, request)))
  }
  let choice: Awaitable<Choice | undefined>
  try {
    choice = rules.choose(name, found, request, () => turn.hasLeft)
  } catch (error) {
    miss(turn, body, error)
    return
  }
  if (isPromiseLike(choice)) choice.then(answer, (error) => miss(turn, body, error))
  else answer(choice)
}

function answerByDefault(turn: Turn, found: Reply, body: ReadBody): void {
  // The name of the reply: the other one would keep the URL alive.
  if (body.problem !== undefined || turn.hasLeft) breakOff(turn, found.name, body)
  else if (turn.isWebSocket) miss(turn, body, noWebSocket(found.name))
  else {
    record(turn, found.name, body)
    delay(turn, found.delay, found)
  }
}

function toRuled({ incoming, below }: Turn, body: ReadBody, hasDefault: boolean): RuledRequest {
  const { method, target, headers } = incoming
  const { bytes, length } = body
  const segments = below === '' ? noSegments : segmentsBelow(below)
  const isBodyWhole = bytes.byteLength === length
  return toRuledRequest({ method, target, hasDefault, segments, headers, body: bytes, isBodyWhole })
}

const noSegments: readonly string[] = []

/** Whether the endpoint is meant, and nothing below it. */
function isItself(below: string): boolean {
  return below === '' || below === '/'
}

/** A slash alone is an empty segment. */
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

/** The response to a request that no endpoint answers. */
function miss(turn: Turn, body: ReadBody, error: unknown): void {
  const problem = explained(turn, error)
  const { nearMisses, closest } = problem.extensions
  if (body.problem !== undefined) breakOff(turn, null, body)
  else {
    record(turn, null, body)
    finish(turn, problem.toResponse(), { outcome: 'unmatched', nearMisses, closest })
  }
}

/** The client left, or its connection broke, before there was a response. */
function breakOff(turn: Turn, endpoint: string | null, body: ReadBody): void {
  record(turn, endpoint, body)
  end(turn, { outcome: 'aborted' })
  if (body.problem !== undefined) send(turn, explained(turn, body.problem).toResponse())
}
