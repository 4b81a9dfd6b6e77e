// A plane behind the guard. All its responses, also to errors, have the CORS headers.
import type { Workspace } from '../engine/workspace.ts'
import { commonHeaders, type HeaderPairs, type PlainResponse } from '../model/http/response.ts'
import { decodeJsonBytes } from '../model/json/json-bytes.ts'
import { byteLength } from '../model/json/utf8.ts'
import type { Awaitable } from '../model/time/awaitable.ts'
import { runYielding, yieldToOthers } from '../model/time/yielding.ts'
import { type BodyLimit, expectedLength, readWhole } from './adapters/body.ts'
import { type Incoming, nothingToLeave, type Plane, type Responder } from './adapters/incoming.ts'
import type { Intake } from './adapters/intake.ts'
import type { Explain } from './error-reply.ts'
import { createGuard, type GuardOptions, withCors } from './guard/guard.ts'
import { withFix } from './with-fix.ts'

export interface GuardedPlaneOptions extends GuardOptions {
  readonly explain: Explain
}

/** A call in progress. */
export interface Call {
  readonly workspace: Workspace
  /** The resolved path, relative to the plane. */
  readonly path: string
  readonly incoming: Incoming
  readonly responder: Responder
  readonly cors: HeaderPairs
  /** Aborts when the client disconnects before the response. Slow to create, so made on demand. */
  readonly signal: () => AbortSignal
}

export interface Answering {
  /** Resolves to nothing when it was sent as a stream, or the client disconnected. */
  readonly response: Promise<PlainResponse | undefined>
  /** Such as `/api/endpoint/:name`, for reports of errors. Never the requested path. */
  readonly route: string
}

export function createGuardedPlane(
  { explain, ...options }: GuardedPlaneOptions,
  answer: (call: Call) => Answering,
): Plane {
  const guard = createGuard(options)
  return (workspace, path, incoming, responder) => {
    const { cors, response: refusal } = guard(incoming)
    if (refusal) {
      responder.answer(withCors(refusal, cors))
      return nothingToLeave
    }
    let ending: AbortController | undefined
    const signal = (): AbortSignal => {
      ending ??= new AbortController()
      return ending.signal
    }
    const { response, route } = answer({ workspace, path, incoming, responder, cors, signal })
    void response
      .catch((error) => {
        const context = { method: incoming.method, route: workspace.basePath + route }
        return withFix(explain(error, context), incoming, workspace)
      })
      .then((answer) => {
        if (!answer) return
        ending = undefined
        responder.answer(withCors(answer, cors))
      })
    return () => ending?.abort()
  }
}

/** Larger bodies, in bytes, take a while to decode. */
const largeBody = 1024 * 1024

/** Reads the body when there is room for it. Resolves to the result of `use` with its text. */
export async function readText<T>(
  { incoming, signal }: Call,
  limit: BodyLimit,
  intake: Intake,
  use: (text: string) => Promise<T>,
): Promise<T> {
  const room = await intake.enter(expectedLength(incoming, limit), signal)
  try {
    const bytes = await readWhole(incoming, limit, room.memory)
    const decode = (): Awaitable<string> => runYielding(decodeJsonBytes(bytes))
    return await use(await (bytes.byteLength > largeBody ? yieldToOthers(decode) : decode()))
  } finally {
    room.leave()
  }
}

/** Longer texts are encoded once and sent as bytes. Shorter ones are sent with their headers. */
const longestText = 16 * 1024

/** Returns a response whose body is this JSON text. */
export function jsonResponse(text: string, status = 200): PlainResponse {
  const body = text.length > longestText ? new TextEncoder().encode(text) : text
  const length = typeof body === 'string' ? byteLength(body) : body.byteLength
  const headers: PlainResponse['headers'] = [
    ['content-type', 'application/json'],
    ['content-length', String(length)],
    ...commonHeaders,
  ]
  return { status, headers, body }
}
