// One endpoint as an app: its root is the endpoint, and nothing else can be reached.
import type { Workspace } from '../engine/workspace.ts'
import { checkName } from '../model/endpoint/endpoint-schema.ts'
import { createAsk, createDirectFetch, type Fetch } from './adapters/direct-fetch.ts'
import type { Incoming, Plane } from './adapters/incoming.ts'
import { createPlainAdapter, type PlainAdapter } from './adapters/plain-adapter.ts'
import type { Explain } from './error-reply.ts'

/**
 * An app whose root is one endpoint. `/v1/charges` there is `/endpoint/{name}/v1/charges` of the
 * service, also in the journal. It does not serve the control API.
 */
export interface EndpointApp {
  /** Answers a `Request`, on any runtime. */
  readonly fetch: Fetch
  /** For HTTP servers that have a request before it becomes a `Request`. */
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

/** Returns the same request with another path. */
function atTarget(incoming: Incoming, path: string): Incoming {
  const query = /^[^?#]*(\?[^#]*)?/.exec(incoming.target)?.[1] ?? ''
  return Object.create(incoming, { target: { value: path + query }, isAtRoot: { value: true } })
}
