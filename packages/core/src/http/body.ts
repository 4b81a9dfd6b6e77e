// Request bodies: read to their end for the journal, or up to a limit for the control API.
import { type CapturedBody, noBody } from '../journal/capture.ts'
import type { Awaitable } from '../model/awaitable.ts'
import { Problem } from '../model/problem.ts'
import { headerOf, type Incoming, type RawHeaders, type ReadBody } from './incoming.ts'

/** How much of a body may be read, in bytes, and what can be done about a longer one. */
export interface BodyLimit {
  readonly limit: number
  readonly hint: string
}

/**
 * The bytes of a whole body. One that says that it is longer than the limit is refused unread.
 * Rejects with `body-too-large`, `unsupported-encoding` or `body-incomplete`.
 */
export async function readWhole(
  { headers, body }: Incoming,
  { limit, hint }: BodyLimit,
): Promise<Uint8Array> {
  refuseEncoded(headers)
  const declared = headerOf(headers, 'content-length') ?? ''
  if (/^\d+$/.test(declared) && Number(declared) > limit) throw bodyTooLarge({ limit, hint })
  return new Promise((resolve, reject) => {
    const read = ({ bytes, length, problem }: ReadBody): void => {
      if (problem !== undefined) reject(problem)
      else if (length > limit) reject(bodyTooLarge({ limit, hint }))
      else resolve(bytes)
    }
    body(limit, read, limit)
  })
}

export function bodyTooLarge({ limit, hint }: BodyLimit): Problem {
  const detail = `The body is over the limit of ${limit} bytes; ${hint}.`
  return new Problem('body-too-large', detail, { limit })
}

/** For a body that broke off. */
export function bodyIncomplete(cause: unknown): Problem {
  const detail = 'The connection ended, or broke, before the whole body had arrived.'
  return new Problem('body-incomplete', detail, {}, { cause })
}

/**
 * Reads the body of a `Request` and keeps its first `limit` bytes. Stops after more than `longest`
 * bytes. Without a promise when there is no body.
 */
export function captureBody(request: Request, limit: number, longest: number): Awaitable<ReadBody> {
  return request.body === null ? noBody : capture(request, limit, longest)
}

/** Bodies up to this size are read in one go, which is quicker. */
const smallBody = 64 * 1024

async function capture(request: Request, limit: number, longest: number): Promise<ReadBody> {
  const start = createBodyStart(limit)
  try {
    if (isSmall(request)) {
      const bytes = new Uint8Array(await request.arrayBuffer())
      return { bytes: bytes.slice(0, limit), length: bytes.byteLength }
    }
    for await (const chunk of chunksOf(request)) {
      if (start.add(chunk) > longest) break
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

/** What is kept of a body that arrives chunk by chunk. */
export interface BodyStart {
  /** Takes the next chunk. Returns how many bytes have arrived so far. */
  add(chunk: Uint8Array): number
  captured(): CapturedBody
}

/** Keeps the first `limit` bytes of a body. */
export function createBodyStart(limit: number): BodyStart {
  const parts: Uint8Array[] = []
  let room = limit
  let length = 0
  return {
    add(chunk) {
      length += chunk.byteLength
      if (room === 0) return length
      // A view of the chunk would keep all of it alive.
      const part = chunk.byteLength > room ? new Uint8Array(chunk.subarray(0, room)) : chunk
      parts.push(part)
      room -= part.byteLength
      return length
    },
    captured: () => ({ bytes: joinBytes(parts), length }),
  }
}

function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const [first] = parts
  if (parts.length === 1 && first) return first
  const bytes = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0))
  let offset = 0
  for (const part of parts) {
    bytes.set(part, offset)
    offset += part.byteLength
  }
  return bytes
}

function refuseEncoded(headers: RawHeaders): void {
  const encoding = headerOf(headers, 'content-encoding')
  if (encoding === undefined || encoding.toLowerCase() === 'identity') return
  const detail = `Content-Encoding \`${encoding}\` is not supported; send the body unencoded.`
  const accepted = { 'accept-encoding': 'identity' }
  throw new Problem('unsupported-encoding', detail, {}, { headers: accepted })
}
