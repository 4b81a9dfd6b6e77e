// The control plane: everything under /api, behind the guard.
import { Hono } from 'hono'
import { TrieRouter } from 'hono/router/trie-router'
import { pathOf } from '../model/url.ts'
import { createEndpointApi, type EndpointApiOptions } from './endpoint-api.ts'
import type { ErrorReply } from './error-reply.ts'
import { createGuard, type GuardOptions } from './guard.ts'
import { createJournalApi, type JournalApiOptions } from './journal-api.ts'
import { nothingAt } from './nothing-at.ts'
import { createResetApi, type ResetApiOptions } from './reset-api.ts'
import { createServiceApi, type ServiceApiOptions } from './service-api.ts'

export interface ControlPlaneOptions
  extends GuardOptions,
    EndpointApiOptions,
    JournalApiOptions,
    ResetApiOptions,
    ServiceApiOptions {
  /** Where it is: `/api`, behind the path that the app may be mounted at. */
  readonly path: string
  readonly errorReply: ErrorReply
}

export function createControlPlane(options: ControlPlaneOptions): Hono {
  const { path, errorReply } = options
  const api = new Hono({ getPath: ({ url }) => pathOf(url), router: new TrieRouter() })
  api.onError(errorReply)
  api.notFound((c) => nothingAt(c.req.url).getResponse())
  api.use(`${path}/*`, createGuard(options))
  api.route(`${path}/endpoint`, createEndpointApi(options))
  api.route(`${path}/request`, createJournalApi(options))
  api.route(`${path}/reset`, createResetApi(options))
  api.route(path, createServiceApi(options))
  return api
}
