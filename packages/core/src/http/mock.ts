// The mock plane: ANY /endpoint/{name} answers what the endpoint of that name holds.
import type { Context, Handler } from 'hono'
import type { Delays } from '../engine/delays.ts'
import type { Registry } from '../engine/registry.ts'
import type { Reply } from '../engine/reply.ts'
import { drainBody } from './body.ts'
import { answerPreflight, type CorsPolicy, isPreflight } from './cors.ts'
import { endpointNotFound } from './endpoint-not-found.ts'
import type { ErrorReply } from './error-reply.ts'
import { methodNotAllowed } from './method-not-allowed.ts'
import { nameOf } from './url.ts'

export interface MockPlaneOptions {
  readonly registry: Registry
  readonly delays: Delays
  readonly cors: CorsPolicy
  readonly errorReply: ErrorReply
}

export function createMockPlane({ registry, delays, cors, errorReply }: MockPlaneOptions): Handler {
  async function answer(request: Request): Promise<Response> {
    const { method } = request
    if (method === 'TRACE') throw methodNotAllowed(request, methods)
    const name = nameOf(request.url)
    if (method !== 'GET' && method !== 'HEAD') await drainBody(request)
    const found = registry.find(name)
    const reply = found instanceof Promise ? await found : found
    if (!reply) throw await endpointNotFound(registry, name)
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

  return async (c: Context) => {
    const request = c.req.raw
    const origin = request.headers.get('origin')
    if (isPreflight(request)) return answerPreflight(request, origin === null ? {} : cors(origin))
    if (origin === null) return answer(request)
    const response = await answer(request).catch((error) => errorReply(error, c))
    for (const [header, value] of Object.entries(cors(origin))) response.headers.set(header, value)
    return response
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
