// Finds the path where the app is mounted in another Hono app.
import type { Context } from 'hono'
import { HonoRequest } from 'hono/request'
import { basePath as basePathIn } from 'hono/route'
import type { RouterRoute } from 'hono/types'

/**
 * Returns the part of a path that matched the pattern under which the app is mounted. It is empty,
 * or such as `/mocks`. Hono has it only decoded, so this uses only the number of its slashes.
 */
export function basePathOf(c: Context, path: string): string {
  const pattern = routesOf(c)[c.req.routeIndex]?.basePath
  if (pattern === undefined) {
    throw new Error('The app around this one needs Hono 4.13.')
  }
  const base = /[:*]/.test(pattern) ? basePathIn(ownContext(c), c.req.routeIndex) : pattern
  const { length } = base.replace(/\/$/, '').split('/')
  return path.split('/').slice(0, length).join('/')
}

/**
 * Returns the routes that a request matched. The helper of `hono/route` only works with requests of
 * its own copy of Hono, and the app that mounts this one may have another copy.
 */
export function routesOf({ req }: Context): readonly RouterRoute[] {
  return req.matchedRoutes
}

/** Returns the part of a context that `basePath` reads, made with our own copy of Hono. */
function ownContext(c: Context): Context {
  const matched = routesOf(c).map((route): [[unknown, RouterRoute], Record<string, string>] => [
    [undefined, route],
    {},
  ])
  return { req: new HonoRequest(c.req.raw, c.req.path, [matched]) } as Context
}
