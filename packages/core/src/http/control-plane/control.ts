// The control plane: the operations as responses to requests under /api, behind the guard.
import type { Places } from '../../engine/places.ts'
import type { Workspace } from '../../engine/workspace.ts'
import { commonHeaders, type HeaderPairs, type PlainResponse } from '../../model/http/response.ts'
import { nameOf, queryOf } from '../../model/http/url.ts'
import { decodeJsonBytes } from '../../model/json/json-bytes.ts'
import { byteLength } from '../../model/json/utf8.ts'
import type { Awaitable } from '../../model/time/awaitable.ts'
import { runYielding, yieldToOthers } from '../../model/time/yielding.ts'
import { type BodyLimit, expectedLength, readWhole } from '../adapters/body.ts'
import {
  headerOf,
  type Incoming,
  nothingToLeave,
  type Plane,
  type Responder,
} from '../adapters/incoming.ts'
import type { Intake } from '../adapters/intake.ts'
import type { Explain } from '../error-reply.ts'
import { createGuard, type GuardOptions, withCors } from '../guard/guard.ts'
import { methodNotAllowed, methodsResponse } from '../method-not-allowed.ts'
import { nothingAt } from '../not-found.ts'
import { accepts } from './accept.ts'
import { bodyLimit } from './body-limit.ts'
import { effects } from './effects.ts'
import type { EventStreams } from './event-stream.ts'
import { writeOutput } from './outputs.ts'
import { readQuery, requestQuerySchema } from './queries.ts'
import { createRoutes, type Methods, type Route, upToParameter } from './routes.ts'

export interface ControlPlaneOptions extends GuardOptions {
  readonly streams: EventStreams
  /** The places of those that wait for requests. */
  readonly waits: Places
  readonly intake: Intake
  /** The largest body, in bytes. */
  readonly maxBody: number
  readonly explain: Explain
}

/** A call under way. */
interface Call {
  readonly workspace: Workspace
  /** Where the request leads, resolved. */
  readonly path: string
  readonly incoming: Incoming
  readonly responder: Responder
  readonly cors: HeaderPairs
  /** Aborts when the client leaves before its response. Made for those that wait: it costs. */
  readonly signal: () => AbortSignal
}

/** Answers requests to a workspace's control API; a path is where one leads below `/api`. */
export function createControlPlane(options: ControlPlaneOptions): Plane {
  const guard = createGuard(options)
  const routesAt = createRoutes()

  function explained(
    error: unknown,
    { workspace, incoming }: Call,
    route: Route | undefined,
  ): PlainResponse {
    const where = `${workspace.basePath}/api${route?.pattern ?? '/*'}`
    return options.explain(error, { method: incoming.method, route: where }).toResponse()
  }

  return (workspace, path, incoming, responder) => {
    const { cors, response: answer } = guard(incoming)
    if (answer) {
      responder.answer(withCors(answer, cors))
      return nothingToLeave
    }
    let ending: AbortController | undefined
    const signal = (): AbortSignal => {
      ending ??= new AbortController()
      return ending.signal
    }
    const whole = `${workspace.basePath}/api${path}`
    const call: Call = { workspace, path: whole, incoming, responder, cors, signal }
    const methods = routesAt(path)
    const route = methods.get(incoming.method === 'HEAD' ? 'GET' : incoming.method)
    const answering = route ? run(call, route, options) : elsewhere(call, methods)
    void answering
      .catch((error) => explained(error, call, route))
      .then((answer) => {
        if (!answer) return
        ending = undefined
        responder.answer(withCors(answer, cors))
      })
    return () => ending?.abort()
  }
}

/** The response at a path that does not take the method, or where nothing is. */
async function elsewhere(
  { workspace, path, incoming: { method } }: Call,
  methods: Methods,
): Promise<PlainResponse> {
  const allowed = [...methods.keys()]
  if (allowed.length === 0) throw nothingAt(workspace.basePath, path)
  if (method === 'OPTIONS') return methodsResponse(allowed)
  throw methodNotAllowed(method, path, allowed)
}

/** To decode one of so many bytes takes a while. */
const largeBody = 1024 * 1024

/** Resolves to the response; to nothing when it was sent as a stream. */
async function run(
  call: Call,
  { name, operation }: Route,
  { maxBody, streams, waits, intake }: ControlPlaneOptions,
): Promise<PlainResponse | undefined> {
  const { workspace, incoming, signal } = call
  const answer = (output: unknown): PlainResponse =>
    jsonResponse(writeOutput(name, output), operation.status?.(output))
  const effect = async (input: unknown): Promise<PlainResponse> =>
    answer(await effects[name](workspace, input as never))
  const segment = (): string => nameOf(upToParameter(call.path, operation))
  const query = (): URLSearchParams => new URLSearchParams(queryOf(incoming.target))
  const withBody = (input: (text: string) => unknown): Promise<PlainResponse> =>
    readText(call, bodyLimit(operation, maxBody), intake, (text) => effect(input(text)))
  // A body that nobody reads would hide that its client leaves.
  if (!operation.takes.endsWith('body')) incoming.body(0, () => {})
  switch (operation.takes) {
    case 'nothing':
      return effect(undefined)
    case 'segment':
      return effect(segment())
    case 'segment and body':
      return withBody((answer) => ({ id: segment(), response: answer }))
    case 'query and body':
      return withBody((answer) => ({ query: query(), response: answer }))
    case 'body':
      return withBody((text) => text)
    case 'query':
    case 'segment and query': {
      const members = query()
      if (name === 'listRequests' && isFollowing(incoming)) return follow(call, members, streams)
      const giveBack = Number(members.get('wait')) > 0 ? waits.take(incoming.connection) : () => {}
      const input = operation.takes === 'query' ? members : { id: segment(), query: members }
      try {
        const output = await effects[name](workspace, input as never, signal())
        // Whoever has left needs no text.
        return signal().aborted ? undefined : answer(output)
      } finally {
        giveBack()
      }
    }
  }
}

/** The text of the body, when there is room for it, and what is made of it. */
async function readText<T>(
  { incoming, signal }: Call,
  limit: BodyLimit,
  intake: Intake,
  use: (text: string) => Promise<T>,
): Promise<T> {
  const room = await intake.enter(expectedLength(incoming, limit), signal)
  try {
    const bytes = await readWhole(incoming, limit, room.memory)
    const decode = (): Awaitable<string> => runYielding(decodeJsonBytes(bytes))
    return await use(await (bytes.byteLength > largeBody ? yieldToOthers(decode) : decode()))
  } finally {
    room.leave()
  }
}

/** Whether a client wants an event stream, which only the adapter of `fetch` can send. */
export function isFollowing({ method, headers }: Incoming): boolean {
  return method === 'GET' && accepts(headerOf(headers, 'accept'), 'text/event-stream')
}

function follow(
  { workspace, incoming, responder, cors, signal }: Call,
  given: URLSearchParams,
  streams: EventStreams,
): undefined {
  const query = readQuery(requestQuerySchema, given)
  const after = headerOf(incoming.headers, 'last-event-id') ?? query.after
  const response = streams.open(workspace.journal, { ...query, after }, incoming.signal ?? signal())
  for (const [name, value] of cors) response.headers.set(name, value)
  responder.respond?.(response)
}

/** Longer texts are encoded once and sent as bytes; shorter ones go out with their headers. */
const longestText = 16 * 1024

/** A response whose body is this JSON text. */
function jsonResponse(text: string, status = 200): PlainResponse {
  const body = text.length > longestText ? new TextEncoder().encode(text) : text
  const length = typeof body === 'string' ? byteLength(body) : body.byteLength
  const headers: PlainResponse['headers'] = [
    ['content-type', 'application/json'],
    ['content-length', String(length)],
    ...commonHeaders,
  ]
  return { status, headers, body }
}
