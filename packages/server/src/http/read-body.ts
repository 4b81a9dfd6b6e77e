// Reads the body of a request of node:http.
import type { IncomingMessage } from 'node:http'
import {
  bodyIncomplete,
  createBodyStart,
  hasBody,
  noBody,
  type ReadBody,
} from '@mock-endpoint/core'

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
  const start = createBodyStart(limit)
  let isRead = false
  const end = (problem?: unknown): void => {
    if (isRead) return
    isRead = true
    const { bytes, length } = start.captured()
    read({ bytes, length, problem })
  }
  incoming.on('data', (chunk: Uint8Array) => {
    if (!isRead && start.add(chunk) > longest) end()
  })
  incoming.once('end', () => end())
  incoming.once('error', (cause) => end(bodyIncomplete(cause)))
}
