// Forwards requests with the `fetch` of the runtime.
import { withoutBody } from '../model/http/response.ts'
import { toReturnedHeaders } from './forwarded-headers.ts'
import { type Forwarder, type ForwardResponse, forwardFailed } from './forwarder.ts'

/**
 * Returns a forwarder that uses a `fetch`. Default: the runtime's own. It cannot check the address
 * that a name resolves to, and bodies arrive decompressed.
 */
export function createFetchForwarder(given?: typeof globalThis.fetch): Forwarder {
  return async ({ service, target, method, headers, body, onAbort }) => {
    const fetch = given ?? globalThis.fetch
    const controller = new AbortController()
    onAbort(() => controller.abort())
    const { signal } = controller
    const init = { method, headers: toHeaders(headers), redirect: 'manual', signal } as const
    // With GET and HEAD, `fetch` accepts no body, not even an empty one.
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

/** Uses a reader, because not every runtime can iterate over streams. */
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
