// The control plane: the operations as routes under /api, behind the guard. The app says where each
// request leads.
import { type Context, type Handler, Hono } from 'hono'
import { TrieRouter } from 'hono/router/trie-router'
import type { OperationName } from '../../control/control.ts'
import { type AnyOperation, operations } from '../../control/operations.ts'
import type { World } from '../../engine/world.ts'
import { decodeJsonBytes } from '../../model/json-bytes.ts'
import { nameOf, pathOf, queryOf } from '../../model/url.ts'
import { readBody } from '../body.ts'
import type { ErrorReply } from '../error-reply.ts'
import { createGuard, type GuardOptions } from '../guard.ts'
import type { Environment, Place } from '../incoming.ts'
import { otherMethods } from '../method-not-allowed.ts'
import { nothingAt } from '../not-found.ts'
import { accepts } from './accept.ts'
import { bodyLimit } from './body-limit.ts'
import { createEffects } from './effects.ts'
import type { EventStreams } from './event-stream.ts'
import { json } from './json.ts'
import { readQuery, requestQuerySchema } from './queries.ts'

/** What it has of a request beside the `Request`. */
type Bindings = Environment & Place

export type ControlPlane = Hono<{ Bindings: Bindings }>

export interface ControlPlaneOptions extends GuardOptions {
  readonly world: World
  readonly streams: EventStreams
  /** The largest body, in bytes. */
  readonly maxBody: number
  readonly isDraining: () => boolean
  readonly errorReply: ErrorReply
}

export function createControlPlane(options: ControlPlaneOptions): ControlPlane {
  const api: ControlPlane = new Hono({
    getPath: (_, given) => given?.env?.path ?? '',
    router: new TrieRouter(),
  })
  api.onError(options.errorReply)
  api.notFound((c) => nothingAt(c.env.basePath, pathOf(c.req.url)).getResponse())
  api.use('/api/*', createGuard(options))
  const names = Object.keys(operations) as OperationName[]
  for (const name of names) {
    const { method, path: pattern } = operations[name]
    api.on(method, toRoute(pattern), toHandler(name, options))
  }
  for (const pattern of new Set(names.map((name) => operations[name].path))) {
    api.all(toRoute(pattern), otherMethods(methodsAt(pattern)))
  }
  return api
}

/** Hono's way to write the pattern of a path below `/api`. */
function toRoute(pattern: string): string {
  return `/api${pattern.replace(/\{(\w+)\}/, ':$1')}`
}

/** The methods of all operations whose pattern covers this one. */
function methodsAt(wanted: string): string[] {
  const covering = Object.values<AnyOperation>(operations).filter(({ path }) =>
    new RegExp(`^${path.replace(/\{\w+\}/, '[^/]+')}$`).test(wanted),
  )
  return covering.map(({ method }) => method)
}

function toHandler(
  name: OperationName,
  { streams, maxBody, world, isDraining }: ControlPlaneOptions,
): Handler<{ Bindings: Bindings }> {
  const operation: AnyOperation = operations[name]

  function runAt(basePath: string, input: unknown, signal?: AbortSignal): unknown {
    const effects = createEffects({ world: { ...world, basePath }, isDraining })
    const run = effects[name] as (input: unknown, signal?: AbortSignal) => unknown
    return run(input, signal)
  }

  async function inputOf({ req, env }: Context<{ Bindings: Bindings }>): Promise<unknown> {
    switch (operation.takes) {
      case 'nothing':
        return undefined
      case 'segment':
        return nameOf(req.url)
      case 'query':
        return new URLSearchParams(queryOf(req.url))
      case 'body': {
        const { limit, hint } = bodyLimit(operation, maxBody)
        return decodeJsonBytes(await readBody(req.raw, env, limit, hint))
      }
    }
  }

  return async (c) => {
    const input = await inputOf(c)
    const { headers, method } = c.req.raw
    const isQuery = input instanceof URLSearchParams
    const isFollowing =
      name === 'listRequests' &&
      method === 'GET' &&
      accepts(headers.get('accept'), 'text/event-stream')
    if (isFollowing && isQuery) {
      const query = readQuery(requestQuerySchema, input)
      const after = headers.get('last-event-id') ?? query.after
      return streams.open(world.journal, { ...query, after }, c.req.raw.signal)
    }
    // To look at the signal costs; only what waits needs it.
    const output = await runAt(c.env.basePath, input, isQuery ? c.req.raw.signal : undefined)
    return json(operation.write(output), operation.status?.(output))
  }
}
