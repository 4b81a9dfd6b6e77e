// The mock plane: ANY /endpoint/{name} answers what the endpoint of that name holds.
import type { Context, Handler } from 'hono'
import type { Delays } from '../engine/delays.ts'
import type { Registry } from '../engine/registry.ts'
import type { Reply } from '../engine/reply.ts'
import type { Awaitable } from '../model/store.ts'
import { drainBody } from './body.ts'
import { answerPreflight, type CorsPolicy, isPreflight } from './cors.ts'
import { endpointNotFound } from './endpoint-not-found.ts'
import type { ErrorReply } from './error-reply.ts'
import { methodNotAllowed } from './method-not-allowed.ts'
import { nameOf } from './url.ts'

export interface MockOptions {
  readonly registry: Registry
  readonly delays: Delays
  readonly cors: CorsPolicy
  readonly errorReply: ErrorReply
}

export function createMock({ registry, delays, cors, errorReply }: MockOptions): Handler {
  /** A cached endpoint is answered at once: no promise is made for it. */
  function answer(request: Request): Awaitable<Response> {
    const { method, url } = request
    if (method === 'GET' || method === 'HEAD') return find(request, nameOf(url))
    if (method === 'TRACE') throw methodNotAllowed(request, methods)
    return drainBody(request).then(() => find(request, nameOf(url)))
  }

  function find(request: Request, name: string): Awaitable<Response> {
    const found = registry.find(name)
    if (found instanceof Promise) return found.then((reply) => give(request, name, reply))
    return give(request, name, found)
  }

  function give(request: Request, name: string, reply?: Reply): Awaitable<Response> {
    if (!reply) return endpointNotFound(registry, name).then((problem) => Promise.reject(problem))
    return reply.delay === 0 ? send(reply) : later(request, reply)
  }

  async function later(request: Request, reply: Reply): Promise<Response> {
    try {
      await delays.wait(reply.delay, request.signal)
    } catch (error) {
      if (request.signal.aborted) return nobodyThere()
      throw error
    }
    return send(reply)
  }

  /** For a browser: with CORS headers, on problems too. */
  async function answerOrigin(c: Context, origin: string): Promise<Response> {
    const answered = (async () => answer(c.req.raw))()
    const response = await answered.catch((error) => errorReply(error, c))
    for (const [header, value] of Object.entries(cors(origin))) response.headers.set(header, value)
    return response
  }

  return (c) => {
    const request = c.req.raw
    const origin = request.headers.get('origin')
    if (isPreflight(request)) return answerPreflight(request, origin === null ? {} : cors(origin))
    return origin === null ? answer(request) : answerOrigin(c, origin)
  }
}

/** All but TRACE, which would show a caller its own headers. Any other method is answered too. */
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

function send({ status, headers, body }: Reply): Response {
  return new Response(body, { status, headers })
}

/** For a client that has left: never sent. */
function nobodyThere(): Response {
  return new Response(null, { status: 499 })
}
