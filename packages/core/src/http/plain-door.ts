// The door of HTTP servers that have the request before a `Request` is made of it, such as
// node:http: they ask here first, and leave event streams and the page to `fetch`.
import type { World } from '../engine/world.ts'
import { Problem } from '../model/problem.ts'
import { resolvePath } from '../model/url.ts'
import { isFollowing } from './control-plane/control.ts'
import { createFramingProblem } from './host.ts'
import { type Incoming, type Leave, nothingToLeave, type Outlet } from './incoming.ts'
import { type Exchange, mockMethods } from './mock-plane/exchange.ts'
import { isPagePath } from './page.ts'
import { isControl } from './planes.ts'

/** A request as an HTTP server has it. */
export interface PlainRequest extends Incoming {
  /** Such as `1.1`, which decides whether there has to be a Host. */
  readonly httpVersion: string
}

/**
 * Answers a request of either plane, and one that is not valid HTTP. Returns what to call when the
 * client has left; `undefined` when the request is for `fetch`, and nothing was done.
 */
export type PlainDoor = (request: PlainRequest, outlet: Outlet) => Leave | undefined

export interface PlainDoorOptions {
  readonly world: World
  readonly planes: Exchange
  readonly hasPage: boolean
}

export function createPlainDoor({ world, planes, hasPage }: PlainDoorOptions): PlainDoor {
  const framingProblem = createFramingProblem()

  return (request, outlet) => {
    const { method, target, headers, httpVersion } = request
    const problem = framingProblem(headers, httpVersion === '1.1')
    if (problem) {
      outlet.answer(problem.toAnswer(), true)
      return nothingToLeave
    }
    if (target === '*' && method === 'OPTIONS') {
      const allow = ['allow', mockMethods.join(', ')] as const
      outlet.answer({ status: 200, headers: [allow, ['content-length', '0']], body: null })
      return nothingToLeave
    }
    const path = target === '*' ? undefined : resolvePath(target)
    if (path === undefined) {
      outlet.answer(malformedTarget(target).toAnswer(), true)
      return nothingToLeave
    }
    const isForFetch = (hasPage && isPagePath(path)) || (isControl(path) && isFollowing(request))
    return isForFetch ? undefined : planes(world, path, request, outlet)
  }
}

function malformedTarget(target: string): Problem {
  const detail = `\`${target.slice(0, 100)}\` is not a URL; send a path such as /endpoint/orders.`
  return new Problem('malformed-url', detail)
}
