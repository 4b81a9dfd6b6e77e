// The control plane: everything under /api, behind the guard.
import { Hono } from 'hono'
import { TrieRouter } from 'hono/router/trie-router'
import { createEndpointApi, type EndpointApiOptions } from './endpoint-api.ts'
import type { ErrorReply } from './error-reply.ts'
import { createGuard, type GuardOptions } from './guard.ts'
import { nothingAt } from './nothing-at.ts'
import { createResetApi, type ResetApiOptions } from './reset-api.ts'
import { createServiceApi, type ServiceApiOptions } from './service-api.ts'
import { pathOf } from './url.ts'

export interface ControlPlaneOptions
  extends GuardOptions,
    EndpointApiOptions,
    ResetApiOptions,
    ServiceApiOptions {
  readonly errorReply: ErrorReply
}

export function createControlPlane(options: ControlPlaneOptions): Hono {
  const { errorReply } = options
  const api = new Hono({ getPath: ({ url }) => pathOf(url), router: new TrieRouter() })
  api.onError(errorReply)
  api.notFound((c) => nothingAt(c.req.url).getResponse())
  api.use('/api/*', createGuard(options))
  api.route('/api/endpoint', createEndpointApi(options))
  api.route('/api/reset', createResetApi(options))
  api.route('/api', createServiceApi(options))
  return api
}
