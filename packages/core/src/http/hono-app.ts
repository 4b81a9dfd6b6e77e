// The app as a Hono app. It may be mounted in another one, and responds to errors with problems.
import type { Hono, HonoRequest } from 'hono'
import { TrieRouter } from 'hono/router/trie-router'
import { Hono as TinyHono } from 'hono/tiny'
import type { Workspace } from '../engine/workspace.ts'
import { pathOf, resolvePath } from '../model/http/url.ts'
import { createAsk } from './adapters/direct-fetch.ts'
import { isFetchFailed } from './adapters/fetch-errors.ts'
import type { Plane } from './adapters/incoming.ts'
import { basePathOf, routesOf } from './base-path.ts'
import type { Explain } from './error-reply.ts'
import { mountWeb, type Web } from './web.ts'

export interface HonoOptions {
  readonly workspace: Workspace
  readonly planes: Plane
  readonly explain: Explain
  readonly web: Web | undefined
  readonly allowedHosts: readonly string[]
}

/** Returns the request, with the body that Hono has kept if a middleware has read it. */
async function unread(request: HonoRequest): Promise<Request> {
  const { raw } = request
  if (!raw.bodyUsed) return raw
  // Hono has not kept it if it was read from `raw`.
  const body = await request.arrayBuffer().catch(() => undefined)
  return body ? new Request(raw, { body }) : raw
}

/** Creates the Hono app of these planes. */
export function createHono({ workspace, planes, explain, web, allowedHosts }: HonoOptions): Hono {
  const ask = createAsk(planes)
  // Hono's smallest preset, with a router that matches paths strictly. No other router is needed.
  const app = new TinyHono({ getPath: ({ url }) => pathOf(url) })
  app.router = new TrieRouter()
  app.onError((error, c) => {
    if (isFetchFailed(error)) throw error
    const route = routesOf(c).at(-1)?.path ?? ''
    return explain(error, { method: c.req.method, route }).getResponse()
  })
  if (web) mountWeb(app, web, allowedHosts)
  app.all('*', async (c) => {
    // Not parsed as a URL, because its host may be malformed. The planes report that.
    const path = resolvePath(pathOf(c.req.url)) ?? '/'
    const basePath = basePathOf(c, path)
    const rest = path.slice(basePath.length) || '/'
    return ask({ ...workspace, basePath }, rest, await unread(c.req), c.env)
  })
  return app
}
