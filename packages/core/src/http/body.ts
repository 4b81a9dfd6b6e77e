// Request bodies: read up to a limit, or captured for the journal.
import { noBody } from '../journal/capture.ts'
import type { Awaitable } from '../model/awaitable.ts'
import { Problem } from '../model/problem.ts'
import type { Environment, Incoming, ReadBody } from './incoming.ts'

/** Bodies up to this size are read in one go, which is quicker. */
const smallBody = 64 * 1024

/**
 * The bytes of a body of at most `limit` bytes. One that says that it is longer is refused unread;
 * `hint` says what can be done. Throws `body-too-large`, `unsupported-encoding` or `body-incomplete`.
 */
export async function readBody(
  request: Request,
  env: Environment | undefined,
  limit: number,
  hint: string,
): Promise<Uint8Array> {
  refuseEncoded(request)
  const declared = declaredLength(request)
  if (declared !== undefined) {
    if (declared > limit) throw bodyTooLarge(limit, hint)
    return env?.body ? readPlain(env.body, limit) : readWhole(request, limit, hint)
  }
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of chunksOf(request)) {
    length += chunk.byteLength
    if (length > limit) throw bodyTooLarge(limit, hint)
    chunks.push(chunk)
  }
  return concat(chunks, length)
}

/** `hint` says what can be done about it. */
export function bodyTooLarge(limit: number, hint: string): Problem {
  const detail = `The body is over the limit of ${limit} bytes; ${hint}.`
  return new Problem('body-too-large', detail, { limit })
}

/** As the HTTP server reads it, which is quicker than through a `Request`. */
function readPlain(body: Incoming['body'], limit: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    body(limit, ({ bytes, problem }) => (problem === undefined ? resolve(bytes) : reject(problem)))
  })
}

async function readWhole(request: Request, limit: number, hint: string): Promise<Uint8Array> {
  const bytes = new Uint8Array(await whole(request.arrayBuffer()))
  if (bytes.byteLength > limit) throw bodyTooLarge(limit, hint)
  return bytes
}

/** Reads a body to its end and keeps its first `limit` bytes. Without a promise when there is none. */
export function captureBody(request: Request, limit: number): Awaitable<ReadBody> {
  return request.body === null ? noBody : capture(request, limit)
}

async function capture(request: Request, limit: number): Promise<ReadBody> {
  const declared = declaredLength(request)
  const chunks: Uint8Array[] = []
  let kept = 0
  let length = 0
  try {
    if (declared !== undefined && declared <= smallBody) {
      const bytes = new Uint8Array(await whole(request.arrayBuffer()))
      return { bytes: bytes.slice(0, limit), length: bytes.byteLength }
    }
    for await (const chunk of chunksOf(request)) {
      length += chunk.byteLength
      if (kept === limit) continue
      // A copy: a part of a chunk would keep all of it alive.
      chunks.push(chunk.slice(0, limit - kept))
      kept = Math.min(limit, length)
    }
    return { bytes: concat(chunks, kept), length }
  } catch (problem) {
    return { bytes: concat(chunks, kept), length, problem }
  }
}

function declaredLength(request: Request): number | undefined {
  const length = request.headers.get('content-length')
  return length !== null && /^\d+$/.test(length) ? Number(length) : undefined
}

async function* chunksOf({ body }: Request): AsyncGenerator<Uint8Array> {
  if (body === null) return
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await whole(reader.read())
      if (done) return
      yield value
    }
  } finally {
    reader.releaseLock()
  }
}

async function whole<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading
  } catch (cause) {
    throw bodyIncomplete(cause)
  }
}

/** For a body that broke off. */
export function bodyIncomplete(cause: unknown): Problem {
  const detail = 'The connection ended, or broke, before the whole body had arrived.'
  return new Problem('body-incomplete', detail, {}, { cause })
}

function concat(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.byteLength
  }
  return bytes
}

function refuseEncoded(request: Request): void {
  const encoding = request.headers.get('content-encoding')
  if (encoding === null || encoding.toLowerCase() === 'identity') return
  const detail = `Content-Encoding \`${encoding}\` is not supported; send the body unencoded.`
  const headers = { 'accept-encoding': 'identity' }
  throw new Problem('unsupported-encoding', detail, {}, { headers })
}
