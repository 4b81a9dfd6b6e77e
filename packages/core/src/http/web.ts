// The routes of the web UI: `/` and `/static/…`, behind the guard but without a token.
import type { Handler, Hono, MiddlewareHandler } from 'hono'
import { pathOf } from '../model/http/url.ts'
import type { Awaitable } from '../model/time/awaitable.ts'
import { toResponse } from './adapters/fetch-adapter.ts'
import { createGuard, withCors } from './guard/guard.ts'
import { methodNotAllowed, methodsResponse } from './method-not-allowed.ts'
import { nothingAt } from './not-found.ts'
import { isBelow } from './planes.ts'

/** Returns a file of the web UI, or `undefined` if there is nothing at the path. */
export type Web = (request: Request) => Awaitable<Response | undefined>

/** Whether a path belongs to the web UI. */
export function isWebPath(path: string): boolean {
  return path === '/' || isBelow(path, '/static')
}

export function mountWeb(app: Hono, web: Web, allowedHosts: readonly string[]): void {
  const guard = toMiddleware(allowedHosts)
  for (const path of ['/', '/static/*']) {
    app.use(path, guard)
    app.get(path, async ({ req }) => {
      return (await web(req.raw)) ?? nothingAt('', pathOf(req.url)).getResponse()
    })
    app.all(path, refuse)
  }
}

function toMiddleware(allowedHosts: readonly string[]): MiddlewareHandler {
  const guard = createGuard({ allowedHosts, opensFromLinks: true })
  return async (c, next) => {
    const { method, url, headers } = c.req.raw
    const { cors, response } = guard({ method, target: url, headers: [...headers].flat() })
    if (response) return toResponse(withCors(response, cors))
    for (const [name, value] of cors) c.res.headers.set(name, value)
    await next()
    return undefined
  }
}

const methods = ['GET']

const refuse: Handler = ({ req }) => {
  if (req.method === 'OPTIONS') return toResponse(methodsResponse(methods))
  throw methodNotAllowed(req.method, pathOf(req.url), methods)
}
