// One endpoint as an app: its root is the endpoint, and nothing else is there.
import type { Workspace } from '../engine/workspace.ts'
import { checkName } from '../model/endpoint/endpoint-schema.ts'
import { createAsk, createDirectFetch, type Fetch } from './adapters/direct-fetch.ts'
import type { Incoming, Plane } from './adapters/incoming.ts'
import { createPlainAdapter, type PlainAdapter } from './adapters/plain-adapter.ts'
import type { Explain } from './error-reply.ts'

/**
 * An app whose root is one endpoint: `/v1/charges` there is `/endpoint/{name}/v1/charges` of the
 * service, in its journal too. The control API cannot be reached.
 */
export interface EndpointApp {
  /** Answers a `Request`, on any runtime. */
  readonly fetch: Fetch
  /** For HTTP servers that have the request before a `Request` is made of it. */
  readonly answer: PlainAdapter
}

export interface EndpointAppOptions {
  readonly name: string
  readonly workspace: Workspace
  readonly mockPlane: Plane
  readonly explain: Explain
}

export function createEndpointApp({
  name,
  workspace,
  mockPlane,
  explain,
}: EndpointAppOptions): EndpointApp {
  checkName(name)
  const root = `/endpoint/${encodeURIComponent(name)}`
  const plane: Plane = (workspace, path, incoming, responder) => {
    const target = root + (path === '/' ? '' : path)
    return mockPlane(workspace, target, atTarget(incoming, target), responder)
  }
  return {
    fetch: createDirectFetch({ workspace, ask: createAsk(plane), explain }),
    answer: createPlainAdapter({ workspace, plane }),
  }
}

/** The same request with another path. */
function atTarget(incoming: Incoming, path: string): Incoming {
  const query = /^[^?#]*(\?[^#]*)?/.exec(incoming.target)?.[1] ?? ''
  return Object.create(incoming, { target: { value: path + query }, isAtRoot: { value: true } })
}
