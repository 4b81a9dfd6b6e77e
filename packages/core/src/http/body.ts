// Request bodies: read up to a limit, or captured for the journal.
import { type CapturedBody, noBody } from '../engine/capture.ts'
import { Problem } from '../model/problem.ts'

/** Bodies up to this size are read in one go, which is quicker. */
const smallBody = 64 * 1024

/**
 * The bytes of a body of at most `limit` bytes. One that says that it is longer is refused unread;
 * `hint` says what can be done. Throws `body-too-large`, `unsupported-encoding` or `body-incomplete`.
 */
export async function readBody(request: Request, limit: number, hint: string): Promise<Uint8Array> {
  const tooLarge = (): Problem =>
    new Problem('body-too-large', `The body is over the limit of ${limit} bytes; ${hint}.`, {
      limit,
    })
  refuseEncoded(request)
  const declared = declaredLength(request)
  if (declared !== undefined && declared > limit) throw tooLarge()
  if (declared !== undefined) {
    const bytes = new Uint8Array(await whole(request.arrayBuffer()))
    if (bytes.byteLength > limit) throw tooLarge()
    return bytes
  }
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of chunksOf(request)) {
    length += chunk.byteLength
    if (length > limit) throw tooLarge()
    chunks.push(chunk)
  }
  return concat(chunks, length)
}

/** What came of a body, and the problem that cut it short, if one did. */
export interface Captured extends CapturedBody {
  readonly problem?: unknown
}

/**
 * Reads a body to its end and keeps its first `limit` bytes: an unread one would hide that its
 * client leaves.
 */
export async function captureBody(request: Request, limit: number): Promise<Captured> {
  const declared = declaredLength(request)
  if (declared === 0 || request.body === null) return noBody
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
    const detail = 'The connection ended, or broke, before the whole body had arrived.'
    throw new Problem('body-incomplete', detail, {}, { cause })
  }
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
