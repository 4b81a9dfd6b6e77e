// Request bodies: read to their end for the journal, or up to a limit for the control API.
import { createBodyStart } from '../../journal/ring/body-start.ts'
import { noBody } from '../../journal/ring/capture.ts'
import type { RawHeaders } from '../../model/http/request.ts'
import { Problem } from '../../model/problem/problem.ts'
import type { Awaitable } from '../../model/time/awaitable.ts'
import { declaredLength, headerOf, type Incoming, type ReadBody } from './incoming.ts'

/** The largest body that may be read, in bytes, and advice for a larger one. */
export interface BodyLimit {
  readonly limit: number
  readonly hint: string
}

/**
 * Returns the number of bytes to expect: the Content-Length of the body, or otherwise the limit.
 * Throws `unsupported-encoding`, or `body-too-large` if the Content-Length is over the limit.
 */
export function expectedLength({ headers }: Incoming, { limit, hint }: BodyLimit): number {
  refuseEncoded(headers)
  const declared = declaredLength(headers) ?? limit
  if (declared > limit) throw bodyTooLarge({ limit, hint })
  return declared
}

/**
 * Resolves to the bytes of a whole body. A large one is read into `memory`. Rejects with
 * `body-too-large` or `body-incomplete`.
 */
export async function readWhole(
  { body }: Incoming,
  { limit, hint }: BodyLimit,
  memory: () => Uint8Array,
): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const read = ({ bytes, length, problem }: ReadBody): void => {
      if (problem !== undefined) reject(problem)
      else if (length > limit) reject(bodyTooLarge({ limit, hint }))
      else resolve(bytes)
    }
    body(limit, read, memory)
  })
}

export function bodyTooLarge({ limit, hint }: BodyLimit): Problem {
  const detail = `The body is over the limit of ${limit} bytes; ${hint}.`
  return new Problem('body-too-large', detail, { limit })
}

/** Returns the problem of a body that broke off. */
export function bodyIncomplete(cause: unknown): Problem {
  const detail = 'The connection ended, or broke, before the whole body had arrived.'
  return new Problem('body-incomplete', detail, {}, { cause })
}

/**
 * Reads the body of a `Request` and keeps its first `limit` bytes. With `memory`, stops reading
 * after the limit. Returns no promise when there is no body.
 */
export function captureBody(
  request: Request,
  limit: number,
  memory?: () => Uint8Array,
): Awaitable<ReadBody> {
  return request.body === null ? noBody : capture(request, limit, memory)
}

/** Bodies up to this size, in bytes, are read in one call, which is faster. */
const smallBody = 64 * 1024

async function capture(
  request: Request,
  limit: number,
  memory?: () => Uint8Array,
): Promise<ReadBody> {
  const start = createBodyStart(limit, memory)
  try {
    if (isSmall(request)) {
      const bytes = new Uint8Array(await request.arrayBuffer())
      return { bytes: bytes.slice(0, limit), length: bytes.byteLength }
    }
    for await (const chunk of chunksOf(request)) {
      if (start.add(chunk) > limit && memory) break
    }
    return start.captured()
  } catch (cause) {
    return { ...start.captured(), problem: bodyIncomplete(cause) }
  }
}

function isSmall({ headers }: Request): boolean {
  const declared = headers.get('content-length') ?? ''
  return /^\d+$/.test(declared) && Number(declared) <= smallBody
}

async function* chunksOf({ body }: Request): AsyncGenerator<Uint8Array> {
  if (body === null) return
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    reader.releaseLock()
  }
}

function refuseEncoded(headers: RawHeaders): void {
  const encoding = headerOf(headers, 'content-encoding')
  if (encoding === undefined || encoding.toLowerCase() === 'identity') return
  const detail = `Content-Encoding \`${encoding}\` is not supported; send the body unencoded.`
  const accepted = { 'accept-encoding': 'identity' }
  throw new Problem('unsupported-encoding', detail, {}, { headers: accepted })
}
