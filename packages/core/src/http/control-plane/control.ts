// The control plane: the operations as answers to requests under /api, behind the guard.
import type { Context } from 'hono'
import type { World } from '../../engine/world.ts'
import { decodeJsonBytes } from '../../model/json-bytes.ts'
import { nameOf, pathOf, queryOf } from '../../model/url.ts'
import { readBody } from '../body.ts'
import type { Explain } from '../error-reply.ts'
import { createGuard, type GuardOptions } from '../guard.ts'
import { answerOptions, methodNotAllowed } from '../method-not-allowed.ts'
import { nothingAt } from '../not-found.ts'
import { accepts } from './accept.ts'
import { bodyLimit } from './body-limit.ts'
import { createEffects, type Effects } from './effects.ts'
import type { EventStreams } from './event-stream.ts'
import { json } from './json.ts'
import { readQuery, requestQuerySchema } from './queries.ts'
import { createRoutes, type Route } from './routes.ts'

export interface ControlPlaneOptions extends GuardOptions {
  readonly streams: EventStreams
  /** The largest body, in bytes. */
  readonly maxBody: number
  readonly isDraining: () => boolean
  readonly explain: Explain
}

/** Answers a request to a world's control API; `path` is where it leads below `/api`. */
export type ControlPlane = (c: Context, world: World, path: string) => Promise<Response>

export function createControlPlane(options: ControlPlaneOptions): ControlPlane {
  const guard = createGuard(options)
  const routes = createRoutes()
  const known = new WeakMap<World, Effects>()

  function effectsOn(world: World): Effects {
    const effects = known.get(world) ?? createEffects({ world, isDraining: options.isDraining })
    known.set(world, effects)
    return effects
  }

  return async (c, world, path) => {
    let route: Route | undefined
    let answer: Response | undefined
    try {
      const refusal = await guard(c, async () => {
        const methods = routes.at(path)
        const { method } = c.req
        route = methods.get(method === 'HEAD' ? 'GET' : method)
        if (route) answer = await run(c, world, effectsOn(world), route, options)
        else if (methods.size === 0) throw nothingAt(world.basePath, pathOf(c.req.url))
        else if (method === 'OPTIONS') answer = answerOptions([...methods.keys()])
        else throw methodNotAllowed(method, pathOf(c.req.url), [...methods.keys()])
      })
      return refusal ?? (answer as Response)
    } catch (error) {
      const where = `${world.basePath}/api${route?.pattern ?? '/*'}`
      return options.explain(error, { method: c.req.method, route: where }).getResponse()
    }
  }
}

async function run(
  c: Context,
  world: World,
  effects: Effects,
  { name, operation }: Route,
  { streams, maxBody }: ControlPlaneOptions,
): Promise<Response> {
  const request = c.req.raw
  switch (operation.takes) {
    case 'nothing':
      return answer(await effects[name](undefined as never))
    case 'segment':
      return answer(await effects[name](nameOf(request.url) as never))
    case 'query': {
      const query = new URLSearchParams(queryOf(request.url))
      if (name === 'listRequests' && isFollowing(request)) return follow(query)
      return answer(await effects[name](query as never, request.signal))
    }
    case 'body': {
      const { limit, hint } = bodyLimit(operation, maxBody)
      const bytes = await readBody(request, c.env, limit, hint)
      return answer(await effects[name](decodeJsonBytes(bytes) as never))
    }
  }

  function answer(output: unknown): Response {
    return json(operation.write(output), operation.status?.(output))
  }

  function follow(given: URLSearchParams): Response {
    const query = readQuery(requestQuerySchema, given)
    const after = request.headers.get('last-event-id') ?? query.after
    return streams.open(world.journal, { ...query, after }, request.signal)
  }
}

function isFollowing({ method, headers }: Request): boolean {
  return method === 'GET' && accepts(headers.get('accept'), 'text/event-stream')
}
