// The `fetch` of an app that is not mounted in another app.
import type { Workspace } from '../../engine/workspace.ts'
import { pathOf, resolvePath } from '../../model/http/url.ts'
import { type Awaitable, isPromiseLike } from '../../model/time/awaitable.ts'
import type { Explain } from '../error-reply.ts'
import { isControl } from '../planes.ts'
import { answerRequest, responseTo } from './fetch-adapter.ts'
import { isFetchFailed } from './fetch-errors.ts'
import type { Environment, Plane } from './incoming.ts'

/** Answers a request. `env` is the second argument that a server passes. */
export type Fetch = (request: Request, env?: unknown) => Response | Promise<Response>

interface DirectFetchOptions {
  readonly workspace: Workspace
  readonly ask: Ask
  readonly explain: Explain
}

/** Returns a `fetch` without routing, which would take as long as everything else. */
export function createDirectFetch({ workspace, ask, explain }: DirectFetchOptions): Fetch {
  const failed = (error: Error, request: Request): Response => {
    if (isFetchFailed(error)) throw error
    const problem = explain(error, { method: request.method, route: '/*' })
    return responseTo(request, problem.toResponse())
  }
  return (request, env) => {
    try {
      const answered = ask(workspace, requestPath(request), request, env)
      if (!isPromiseLike(answered)) return answered
      return answered.then(undefined, (error) => failed(error, request)) as Promise<Response>
    } catch (error) {
      return failed(error as Error, request)
    }
  }
}

/** Returns the resolved path of a request. */
export function requestPath({ url }: Request): string {
  return resolvePath(pathOf(url)) ?? '/'
}

/** Answers a request for a path below the base path of a workspace. `env` is as in `Fetch`. */
export type Ask = (
  workspace: Workspace,
  path: string,
  request: Request,
  env: unknown,
) => Awaitable<Response>

export function createAsk(planes: Plane): Ask {
  return (workspace, path, request, env) => {
    // The guard checks the `Request`, not the raw request that a server may have made it from.
    const given = isControl(path) ? undefined : (env as Environment | undefined)
    return answerRequest(request, given, (incoming, responder) =>
      planes(workspace, path, incoming, responder),
    )
  }
}
