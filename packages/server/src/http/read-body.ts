// Reads the body of a request of node:http.
import type { IncomingMessage } from 'node:http'
import { bodyIncomplete, hasBody, joinBytes, noBody, type ReadBody } from '@mock-endpoint/core'

/**
 * Reads a body to its end, keeps its first `limit` bytes, and calls back once: at once when there is
 * none, early when it is more than `longest` bytes, and with `problem` when the connection ends
 * before it. What is left of a body that is too long is dropped.
 */
export function readBody(
  incoming: IncomingMessage,
  limit: number,
  read: (body: ReadBody) => void,
  longest: number = Number.POSITIVE_INFINITY,
): void {
  if (!hasBody(incoming.rawHeaders)) {
    read(noBody)
    return
  }
  const kept: Uint8Array[] = []
  let bytes = 0
  let length = 0
  let isRead = false
  const end = (problem?: unknown): void => {
    if (isRead) return
    isRead = true
    read({ bytes: joinBytes(kept), length, problem })
  }
  incoming.on('data', (chunk: Uint8Array) => {
    length += chunk.byteLength
    if (length > longest) end()
    if (bytes === limit || isRead) return
    // node:http has made a copy for us, but a part would keep all of it alive.
    const part = bytes + chunk.byteLength > limit ? chunk.slice(0, limit - bytes) : chunk
    kept.push(part)
    bytes += part.byteLength
  })
  incoming.once('end', () => end())
  incoming.once('error', (cause) => end(bodyIncomplete(cause)))
}
