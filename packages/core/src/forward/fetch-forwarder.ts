// Forwards with the `fetch` of the runtime.
import { withoutBody } from '../model/http/response.ts'
import { toReturnedHeaders } from './forwarded-headers.ts'
import { type Forwarder, type ForwardResponse, forwardFailed } from './forwarder.ts'

/**
 * Forwards with a `fetch`, by default the runtime's own. It does not see which address a name turns out to
 * be, and bodies arrive without the compression that they were sent with.
 */
export function createFetchForwarder(given?: typeof globalThis.fetch): Forwarder {
  return async ({ service, target, method, headers, body, onAbort }) => {
    const fetch = given ?? globalThis.fetch
    const controller = new AbortController()
    onAbort(() => controller.abort())
    const { signal } = controller
    const init = { method, headers: toHeaders(headers), redirect: 'manual', signal } as const
    // Those of GET and HEAD have none.
    const hasBody = body !== undefined && body.byteLength > 0
    const response = await fetch(service.origin + target, {
      ...init,
      body: hasBody ? (body as Uint8Array<ArrayBuffer>) : null,
    })
    return toResponse(response, service)
  }
}

function toHeaders(raw: readonly string[]): Headers {
  const headers = new Headers()
  for (let i = 0; i < raw.length; i += 2) headers.append(raw[i] ?? '', raw[i + 1] ?? '')
  return headers
}

function toResponse(response: Response, { origin }: URL): ForwardResponse {
  const { status, type, headers, body } = response
  if (type === 'opaqueredirect') {
    const detail = `${origin} redirects, and this runtime does not say where to.`
    throw forwardFailed('http_protocol_error', detail)
  }
  const raw = [...headers].flat()
  const isEncoded = headers.has('content-encoding')
  const returned = toReturnedHeaders(raw).filter(
    ([name]) => !isEncoded || (name !== 'content-encoding' && name !== 'content-length'),
  )
  const isEmpty = body === null || withoutBody.has(status)
  return { status, headers: returned, body: isEmpty ? nothing() : piecesOf(body) }
}

async function* nothing(): AsyncGenerator<Uint8Array<ArrayBuffer>> {}

/** A loop: not every runtime iterates over streams. */
async function* piecesOf(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader()
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value
  } finally {
    await reader.cancel().catch(() => {})
  }
}
