// Where in another Hono app ours is mounted.
import type { Context } from 'hono'
import { HonoRequest } from 'hono/request'
import { basePath as basePathIn } from 'hono/route'
import type { RouterRoute } from 'hono/types'

/**
 * The part of a path that the pattern matched under which the app is mounted: empty, or such as
 * `/mocks`. Hono knows it, but decoded; the slashes stay.
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
 * The routes that a request has matched. Not by the helper of `hono/route`, which knows the requests of
 * its own copy of Hono alone: who mounts the app may have another.
 */
export function routesOf({ req }: Context): readonly RouterRoute[] {
  return req.matchedRoutes
}

/** As much of a context as `basePath` reads, of our own copy of Hono. */
function ownContext(c: Context): Context {
  const matched = routesOf(c).map((route): [[unknown, RouterRoute], Record<string, string>] => [
    [undefined, route],
    {},
  ])
  return { req: new HonoRequest(c.req.raw, c.req.path, [matched]) } as Context
}
