// Reads the body of a request of node:http.
import type { IncomingMessage } from 'node:http'
import { bodyIncomplete, hasBody, noBody, type ReadBody } from '@mock-endpoint/core'

/**
 * Reads a body to its end, keeps its first `limit` bytes, and calls back once: at once when there is
 * none, and with `problem` when the connection ends before it.
 */
export function readBody(
  incoming: IncomingMessage,
  limit: number,
  read: (body: ReadBody) => void,
): void {
  if (!hasBody(incoming.rawHeaders)) {
    read(noBody)
    return
  }
  const kept: Uint8Array[] = []
  let bytes = 0
  let length = 0
  incoming.on('data', (chunk: Uint8Array) => {
    length += chunk.byteLength
    if (bytes === limit) return
    // A chunk is a copy of its own already, of which a part would keep the whole alive.
    const part = bytes + chunk.byteLength > limit ? chunk.slice(0, limit - bytes) : chunk
    kept.push(part)
    bytes += part.byteLength
  })
  incoming.once('end', () => read({ bytes: join(kept, bytes), length }))
  incoming.once('error', (cause) => {
    read({ bytes: join(kept, bytes), length, problem: bodyIncomplete(cause) })
  })
}

function join(parts: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const [first] = parts
  if (parts.length === 1 && first) return first as Uint8Array<ArrayBuffer>
  const bytes = new Uint8Array(length)
  let offset = 0
  for (const part of parts) {
    bytes.set(part, offset)
    offset += part.byteLength
  }
  return bytes
}
