// The adapter for HTTP servers, such as node:http, that have a request before it becomes a
// `Request`. They call it first, and use `fetch` only for event streams and the web UI.
import type { Workspace } from '../../engine/workspace.ts'
import { resolvePath } from '../../model/http/url.ts'
import { Problem } from '../../model/problem/problem.ts'
import { createFramingProblem } from '../guard/host.ts'
import { mockMethods } from '../mock-plane/mock-plane.ts'
import {
  type Incoming,
  type Leave,
  nothingToLeave,
  type Plane,
  type Responder,
} from './incoming.ts'

/** A request as an HTTP server receives it. */
export interface PlainRequest extends Incoming {
  /** Such as `1.1`. Decides whether a Host is required. */
  readonly httpVersion: string
}

/**
 * Answers a request, also one that is not valid HTTP. Returns the function to call when the client
 * disconnects, or `undefined`, without an answer, if the request is for `fetch`.
 */
export type PlainAdapter = (request: PlainRequest, responder: Responder) => Leave | undefined

export interface PlainAdapterOptions {
  readonly workspace: Workspace
  readonly plane: Plane
  /** Whether a request is left to `fetch`. Default: never. */
  readonly isForFetch?: (path: string, request: Incoming) => boolean
}

export function createPlainAdapter({
  workspace,
  plane,
  isForFetch = () => false,
}: PlainAdapterOptions): PlainAdapter {
  const framingProblem = createFramingProblem()

  return (request, responder) => {
    const { method, target, headers, httpVersion } = request
    const problem = framingProblem(headers, httpVersion !== '1.0')
    if (problem) {
      responder.answer(problem.toResponse(), true)
      return nothingToLeave
    }
    if (target === '*' && method === 'OPTIONS') {
      const allow = ['allow', mockMethods.join(', ')] as const
      responder.answer({ status: 200, headers: [allow, ['content-length', '0']], body: null })
      return nothingToLeave
    }
    const path = target === '*' ? undefined : resolvePath(target)
    if (path === undefined) {
      responder.answer(malformedTarget(target).toResponse(), true)
      return nothingToLeave
    }
    return isForFetch(path, request) ? undefined : plane(workspace, path, request, responder)
  }
}

function malformedTarget(target: string): Problem {
  const detail = `\`${target.slice(0, 100)}\` is not a URL; send a path such as /endpoint/orders.`
  return new Problem('malformed-url', detail)
}
