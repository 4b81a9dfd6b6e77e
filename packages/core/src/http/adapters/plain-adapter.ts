// The adapter of HTTP servers that have the request before a `Request` is made of it, such as
// node:http: they ask here first, and leave event streams and the web UI to `fetch`.
import type { Workspace } from '../../engine/workspace.ts'
import { resolvePath } from '../../model/http/url.ts'
import { Problem } from '../../model/problem/problem.ts'
import { isFollowing } from '../control-plane/control.ts'
import { createFramingProblem } from '../guard/host.ts'
import { mockMethods } from '../mock-plane/mock-plane.ts'
import { isControl } from '../planes.ts'
import { isWebPath } from '../web.ts'
import {
  type Incoming,
  type Leave,
  nothingToLeave,
  type Plane,
  type Responder,
} from './incoming.ts'

/** A request as an HTTP server has it. */
export interface PlainRequest extends Incoming {
  /** Such as `1.1`, which decides whether there has to be a Host. */
  readonly httpVersion: string
}

/**
 * Answers a request of either plane, and one that is not valid HTTP. Returns what to call when the
 * client has left; `undefined` when the request is for `fetch`, and nothing was done.
 */
export type PlainAdapter = (request: PlainRequest, responder: Responder) => Leave | undefined

export interface PlainAdapterOptions {
  readonly workspace: Workspace
  readonly planes: Plane
  readonly hasWeb: boolean
}

export function createPlainAdapter({
  workspace,
  planes,
  hasWeb,
}: PlainAdapterOptions): PlainAdapter {
  const framingProblem = createFramingProblem()

  return (request, responder) => {
    const { method, target, headers, httpVersion } = request
    const problem = framingProblem(headers, httpVersion === '1.1')
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
    const isForFetch = (hasWeb && isWebPath(path)) || (isControl(path) && isFollowing(request))
    return isForFetch ? undefined : planes(workspace, path, request, responder)
  }
}

function malformedTarget(target: string): Problem {
  const detail = `\`${target.slice(0, 100)}\` is not a URL; send a path such as /endpoint/orders.`
  return new Problem('malformed-url', detail)
}
