// `fetch` of an app that is not mounted in another.
import type { Hono } from 'hono'
import type { Workspace } from '../../engine/workspace.ts'
import { pathOf, resolvePath } from '../../model/http/url.ts'
import { type Awaitable, isPromiseLike } from '../../model/time/awaitable.ts'
import type { Explain } from '../error-reply.ts'
import { isControl } from '../planes.ts'
import { isWebPath, type Web } from '../web.ts'
import { answerRequest, responseTo } from './fetch-adapter.ts'
import { isFetchFailed } from './fetch-errors.ts'
import type { Environment, Plane } from './incoming.ts'

interface DirectFetchOptions {
  readonly workspace: Workspace
  readonly ask: Ask
  readonly explain: Explain
  readonly web: Web | undefined
  /** Answers what is of the web UI. */
  readonly routed: Hono['fetch']
}

/** What is not of the web UI needs no routing, which takes as long as all the rest. */
export function createDirectFetch({
  workspace,
  ask,
  explain,
  routed,
  web,
}: DirectFetchOptions): Hono['fetch'] {
  const failed = (error: Error, request: Request): Response => {
    if (isFetchFailed(error)) throw error
    const problem = explain(error, { method: request.method, route: '/*' })
    return responseTo(request, problem.toResponse())
  }
  return (request, env, context) => {
    const path = resolvePath(pathOf(request.url)) ?? '/'
    if (web && isWebPath(path)) return routed(request, env, context)
    try {
      const answered = ask(workspace, path, request, env)
      if (!isPromiseLike(answered)) return answered
      return answered.then(undefined, (error) => failed(error, request)) as Promise<Response>
    } catch (error) {
      return failed(error as Error, request)
    }
  }
}

/** Asks for a path below the base path of a workspace. `env` is what a server hands over beside a request. */
export type Ask = (
  workspace: Workspace,
  path: string,
  request: Request,
  env: unknown,
) => Awaitable<Response>

export function createAsk(planes: Plane): Ask {
  return (workspace, path, request, env) => {
    // The guard judges the request that it is handed, not the one that a server may have had before.
    const given = isControl(path) ? undefined : (env as Environment | undefined)
    return answerRequest(request, given, (incoming, responder) =>
      planes(workspace, path, incoming, responder),
    )
  }
}
