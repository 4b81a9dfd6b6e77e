// The control plane: runs the operations for requests under /api, behind the guard.
import type { Places } from '../../engine/places.ts'
import type { PlainResponse } from '../../model/http/response.ts'
import { nameOf, queryOf } from '../../model/http/url.ts'
import { Problem } from '../../model/problem/problem.ts'
import { headerOf, type Incoming, type Plane } from '../adapters/incoming.ts'
import type { Intake } from '../adapters/intake.ts'
import {
  type Call,
  createGuardedPlane,
  type GuardedPlaneOptions,
  jsonResponse,
  readText,
} from '../guarded-plane.ts'
import { methodNotAllowed, methodsResponse } from '../method-not-allowed.ts'
import { nothingAt } from '../not-found.ts'
import { accepts } from './accept.ts'
import { bodyLimit } from './body-limit.ts'
import { effects } from './effects.ts'
import type { EventStreams } from './event-stream.ts'
import { writeOutput } from './outputs.ts'
import { readQuery, requestQuerySchema } from './queries.ts'
import { createRoutes, type Methods, type Route, upToParameter } from './routes.ts'

export interface ControlPlaneOptions extends GuardedPlaneOptions {
  readonly streams: EventStreams
  /** The places of calls that wait for requests or deliveries. */
  readonly waits: Places
  readonly intake: Intake
  /** The largest body, in bytes. */
  readonly maxBody: number
}

/** Returns the plane of a workspace's control API. Its paths are relative to `/api`. */
export function createControlPlane(options: ControlPlaneOptions): Plane {
  const routesAt = createRoutes()
  return createGuardedPlane(options, (call) => {
    const { method } = call.incoming
    const methods = routesAt(call.path)
    const route = methods.get(method === 'HEAD' ? 'GET' : method)
    return {
      response: route ? run(call, route, options) : elsewhere(call, methods),
      route: `/api${route?.pattern ?? '/*'}`,
    }
  })
}

/** Answers OPTIONS, and rejects other requests whose method or path does not exist. */
async function elsewhere(call: Call, methods: Methods): Promise<PlainResponse> {
  const { method } = call.incoming
  const { basePath } = call.workspace
  const path = `${basePath}/api${call.path}`
  const allowed = [...methods.keys()]
  if (allowed.length === 0) {
    recordMiss(call)
    throw nothingAt(basePath, path)
  }
  if (method === 'OPTIONS') return methodsResponse(allowed)
  throw methodNotAllowed(method, path, allowed)
}

/**
 * Records a request for a path that the control API does not have, without its body. It may be
 * meant for an endpoint: the paths of many services begin with `/api`.
 */
function recordMiss({ workspace: { journal }, incoming }: Call): void {
  if (!journal.isOn) return
  const { method, target: url, headers } = incoming
  const entry = journal.arrive({ endpoint: null, method, url, headers })
  journal.complete(entry, { outcome: 'unmatched', statusCode: 404 })
}

/** Resolves to the response, or to nothing if it was a stream or the client disconnected. */
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
  if (!operation.takes.includes('query') && incoming.method !== 'GET') refuseAll(query(), call)
  // An unread body would hide a disconnect of its client.
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
        // A client that has disconnected needs no text.
        return signal().aborted ? undefined : answer(output)
      } finally {
        giveBack()
      }
    }
  }
}

/** Throws for parameters of a call that takes none: without them, it would do more than meant. */
function refuseAll(given: URLSearchParams, { incoming, path }: Call): void {
  const [name] = given.keys()
  if (name === undefined) return
  const shown = JSON.stringify(name.slice(0, 100))
  const detail = `${shown} is not a parameter of ${incoming.method} ${path}, which takes none.`
  throw new Problem('invalid-query', detail)
}

/** Whether a client wants an event stream, which only the `fetch` adapter can send. */
export function isFollowing({ method, headers }: Incoming): boolean {
  return method === 'GET' && accepts(headerOf(headers, 'accept'), 'text/event-stream')
}

async function follow(
  { workspace, incoming, responder, cors, signal }: Call,
  given: URLSearchParams,
  streams: EventStreams,
): Promise<undefined> {
  const query = readQuery(requestQuerySchema, given)
  // Rejects if the store cannot be read. Once a stream has begun, it is too late for a status.
  await workspace.journal.page({ limit: 1 })
  const after = headerOf(incoming.headers, 'last-event-id') ?? query.after
  const response = streams.open(workspace.journal, { ...query, after }, incoming.signal ?? signal())
  for (const [name, value] of cors) response.headers.set(name, value)
  responder.respond?.(response)
}
