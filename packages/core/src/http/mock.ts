// The mock plane: ANY /endpoint/{name} answers what the endpoint of that name holds, and every
// request is in the journal from its arrival on.
import type { Context, Handler } from 'hono'
import type { Delays } from '../engine/delays.ts'
import type { Entry } from '../engine/entry.ts'
import type { Journal } from '../engine/journal.ts'
import type { Registry } from '../engine/registry.ts'
import type { Reply } from '../engine/reply.ts'
import { nameOf } from '../model/url.ts'
import { type Captured, captureBody } from './body.ts'
import { answerPreflight, type CorsPolicy, isPreflight } from './cors.ts'
import { endpointNotFound } from './endpoint-not-found.ts'
import { type ErrorReply, problemOf } from './error-reply.ts'
import { methodNotAllowed } from './method-not-allowed.ts'
import { nothingAt } from './nothing-at.ts'

export interface MockPlaneOptions {
  readonly registry: Registry
  readonly delays: Delays
  readonly journal: Journal
  readonly cors: CorsPolicy
  readonly errorReply: ErrorReply
}

export interface MockPlane {
  /** Answers at `/endpoint/:name`. */
  readonly answer: Handler
  /** Answers where nothing is, and records that somebody asked there. */
  readonly answerNothing: (c: Context) => Promise<Response>
}

/** What node:http knows and a `Request` does not: its adapter hands it over. */
interface Environment {
  readonly incoming?: { readonly url?: string; readonly rawHeaders?: readonly string[] }
}

export function createMockPlane({
  registry,
  delays,
  journal,
  cors,
  errorReply,
}: MockPlaneOptions): MockPlane {
  /** A GET has no body that an app could read (Fetch standard, 5.4). */
  function capture(request: Request): Promise<Captured> | undefined {
    const { method } = request
    return method === 'GET' || method === 'HEAD'
      ? undefined
      : captureBody(request, journal.bodyBytes)
  }

  function record(c: Context, endpoint: string | null, body: Captured | undefined): Entry {
    const { method, url, headers } = c.req.raw
    const incoming = (c.env as Environment | undefined)?.incoming
    const entry = journal.arrive({
      endpoint,
      method,
      url: incoming?.url ?? url,
      headers: incoming?.rawHeaders ?? [...headers].flat(),
      body,
    })
    if (body?.problem === undefined) return entry
    journal.complete(entry, { outcome: 'aborted' })
    throw body.problem
  }

  function recordUnmatched(c: Context, body: Captured | undefined, error: unknown): void {
    const { status: statusCode, extensions } = problemOf(error)
    const { nearMisses } = extensions
    journal.complete(record(c, null, body), { outcome: 'unmatched', statusCode, nearMisses })
  }

  async function answer(c: Context): Promise<Response> {
    const request = c.req.raw
    if (request.method === 'TRACE') throw methodNotAllowed(request, methods)
    const capturing = capture(request)
    const body = capturing && (await capturing)
    let reply: Reply | undefined
    let name = ''
    try {
      name = nameOf(request.url)
      const found = registry.find(name)
      reply = found instanceof Promise ? await found : found
      if (!reply) throw await endpointNotFound(registry, name)
    } catch (error) {
      recordUnmatched(c, body, error)
      throw error
    }
    const isPlain = !journal.isOn && body?.problem === undefined
    if (isPlain) return reply.delay === 0 ? send(reply) : delayed(request, reply)
    const entry = record(c, name, body)
    return reply.delay === 0 ? answered(entry, reply) : recordedLater(request, reply, entry)
  }

  function answered(entry: Entry, reply: Reply): Response {
    journal.complete(entry, { outcome: 'answered', statusCode: reply.status })
    return send(reply)
  }

  async function recordedLater(request: Request, reply: Reply, entry: Entry): Promise<Response> {
    try {
      const response = await delayed(request, reply)
      if (request.signal.aborted) journal.complete(entry, { outcome: 'aborted' })
      else journal.complete(entry, { outcome: 'answered', statusCode: response.status })
      return response
    } catch (error) {
      journal.complete(entry, { outcome: 'answered', statusCode: problemOf(error).status })
      throw error
    }
  }

  async function delayed(request: Request, reply: Reply): Promise<Response> {
    try {
      await delays.wait(reply.delay, request.signal)
    } catch (error) {
      if (request.signal.aborted) return nobodyThere()
      throw error
    }
    return send(reply)
  }

  return {
    async answer(c) {
      const request = c.req.raw
      const origin = request.headers.get('origin')
      if (isPreflight(request)) return answerPreflight(request, origin === null ? {} : cors(origin))
      if (origin === null) return answer(c)
      const response = await answer(c).catch((error) => errorReply(error, c))
      for (const [header, value] of Object.entries(cors(origin))) {
        response.headers.set(header, value)
      }
      return response
    },
    async answerNothing(c) {
      const capturing = capture(c.req.raw)
      const problem = nothingAt(c.req.url)
      recordUnmatched(c, capturing && (await capturing), problem)
      throw problem
    },
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
