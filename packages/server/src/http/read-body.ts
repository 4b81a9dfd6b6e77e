// Reads the body of a request, of node:http or node:http2.
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
// Not the global one, which fake timers replace.
import { setImmediate } from 'node:timers'
import {
  bodyIncomplete,
  createBodyStart,
  hasBody,
  noBody,
  Problem,
  type ReadBody,
} from '@mock-endpoint/core'

/** After so many chunks a body lets others go first, since each costs, however small it is. */
const chunksAtOnce = 1_000
/** A body in more chunks than this, of fewer bytes each, is no body that anybody means to send. */
const mostTinyChunks = 2_000
const tinyChunk = 4

/** Reads the body of a request of node:http, as `readStream` does. Calls back at once when there is none. */
export function readBody(
  incoming: IncomingMessage,
  limit: number,
  read: (body: ReadBody) => void,
  memory?: () => Uint8Array,
): void {
  if (!hasBody(incoming.rawHeaders)) {
    read(noBody)
    return
  }
  readStream(incoming, () => incoming.socket.destroySoon(), limit, read, memory)
}

/**
 * Reads a body to its end, keeps its first `limit` bytes, and calls back once: with `memory` early when
 * it is longer, and with `problem` when the connection ends before it. What is left of a body that is
 * too long is dropped. `refuse` ends the exchange once it is answered. Returns what calls back now.
 */
export function readStream(
  incoming: Readable,
  refuse: () => void,
  limit: number,
  read: (body: ReadBody) => void,
  memory?: () => Uint8Array,
): (problem: Problem) => void {
  const start = createBodyStart(limit, memory)
  let chunks = 0
  let length = 0
  let isRead = false
  const end = (problem?: unknown): void => {
    if (isRead) return
    isRead = true
    const { bytes, length } = start.captured()
    read({ bytes, length, problem })
  }
  incoming.on('data', (chunk: Uint8Array) => {
    chunks += 1
    length += chunk.byteLength
    if (!isRead && start.add(chunk) > limit && memory) end()
    if (chunks % chunksAtOnce !== 0) return
    const isTiny = length < chunks * tinyChunk
    if (!isTiny) letOthersGoFirst(incoming)
    else if (chunks >= mostTinyChunks) {
      incoming.pause()
      end(tooManyChunks())
      setImmediate(refuse)
    }
  })
  incoming.once('end', () => end())
  incoming.once('error', (cause) => end(bodyIncomplete(cause)))
  return end
}

const waiting: Readable[] = []

/** Goes on with one of the waiting bodies each time around the event loop. */
function letOthersGoFirst(incoming: Readable): void {
  incoming.pause()
  if (waiting.push(incoming) === 1) setImmediate(resumeNext)
}

function resumeNext(): void {
  waiting[0]?.resume()
  waiting.shift()
  if (waiting.length > 0) setImmediate(resumeNext)
}

function tooManyChunks(): Problem {
  const detail = `The body came in more than ${mostTinyChunks} chunks of fewer than ${tinyChunk} bytes each; send it in larger ones.`
  return new Problem('malformed-request', detail)
}
