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

/** Chunks of a body after which other work runs first. Each chunk costs time, even a small one. */
const chunksAtOnce = 1_000
/** Chunks at which a body is refused if they average below `tinyChunk` bytes. No real one does. */
const mostTinyChunks = 2_000
const tinyChunk = 4

/** Reads a body of node:http, as `readStream` does. Calls back synchronously if there is none. */
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
 * Reads a body to its end, keeps its first `limit` bytes, and calls back once. With `memory`, it
 * does so as soon as the body is longer. If the connection ends first, it calls back with a
 * `problem`. The rest of a body that is too long is dropped. `refuse` ends the exchange after the
 * response. Returns the function that calls back at once with a problem.
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
    const areManyDropped = length > limit && noteDropped(chunk.byteLength)
    if (areManyDropped) letOthersGoFirst(incoming)
    if (chunks % chunksAtOnce !== 0) return
    const isTiny = length < chunks * tinyChunk
    if (!isTiny) letOthersGoFirst(incoming)
    else if (chunks >= mostTinyChunks) {
      waiting.delete(incoming.pause())
      end(tooManyChunks())
      setImmediate(refuse)
    }
  })
  incoming.once('end', () => end())
  incoming.once('error', (cause) => end(bodyIncomplete(cause)))
  return end
}

/** Drops the body of a request that nothing reads. node:http itself would not pause it. */
export function dropUnread(incoming: IncomingMessage): void {
  if (incoming.readableFlowing === null) readBody(incoming, 0, () => {})
}

/** Bytes that all bodies together may drop in a turn of the event loop, which takes about 2 ms. */
const mostDropped = 4 * 1024 * 1024
let dropped = 0

/** Counts dropped bytes. Returns whether other work goes first, because they are too many. */
function noteDropped(bytes: number): boolean {
  if (dropped === 0) {
    setImmediate(() => {
      dropped = 0
    })
  }
  dropped += bytes
  return dropped > mostDropped
}

const waiting = new Set<Readable>()

/** Pauses a body. Each turn of the event loop resumes one of the paused bodies. */
function letOthersGoFirst(incoming: Readable): void {
  incoming.pause()
  if (waiting.size === 0) setImmediate(resumeNext)
  waiting.add(incoming)
}

function resumeNext(): void {
  const [next] = waiting
  if (next) waiting.delete(next.resume())
  if (waiting.size > 0) setImmediate(resumeNext)
}

function tooManyChunks(): Problem {
  const detail = `The body came in more than ${mostTinyChunks} chunks of fewer than ${tinyChunk} bytes each; send it in larger ones.`
  return new Problem('malformed-request', detail)
}
