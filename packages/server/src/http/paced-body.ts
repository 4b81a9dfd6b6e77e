// A paced body over node:http.
import type { ServerResponse } from 'node:http'
import type { ServerHttp2Stream } from 'node:http2'
// Not the global one, which fake timers replace.
import { setImmediate } from 'node:timers'
import { type PacedBody, type ResponseHead, withoutBody } from '@mock-endpoint/core'
import { breakBodyOff } from './break-off.ts'
import { type LargeResponses, readerOf } from './large-responses.ts'

const nothing = new Uint8Array(0)

/** Sends the head at once. */
export function beginBody(
  outgoing: ServerResponse,
  { status, headers }: ResponseHead,
  largeResponses: LargeResponses,
): PacedBody {
  // What is written in this moment goes out with it.
  outgoing.cork()
  setImmediate(() => outgoing.uncork())
  // Node's types do not know that it takes lists that cannot be changed.
  outgoing.writeHead(status, headers as never)
  // Which sends it as UTF-8, and each of these characters is a byte (RFC 9110, 5.5).
  if (headers.some(([, value]) => /[\x80-\xff]/.test(value))) outgoing.write(nothing)
  else outgoing.flushHeaders()
  let isBroken = false
  const isOver = (): boolean => isBroken || outgoing.writableEnded || outgoing.req.socket.destroyed
  return {
    write(bytes) {
      // That a 205 has no body is news to node:http, which drops those of HEAD and other statuses.
      if (isOver() || withoutBody.has(status)) return undefined
      const isTaken = outgoing.write(bytes)
      if (isTaken && outgoing.socket) return undefined
      if (!isTaken) largeResponses.watch(readerOf(outgoing), bytes)
      return untilRead(outgoing)
    },
    end() {
      if (!isOver()) outgoing.end()
    },
    abort() {
      if (!isOver()) breakBodyOff(outgoing)
      isBroken = true
    },
  }
}

/** Resolves when the responses before it are sent, the client has read enough for more, or has left. */
export function untilRead(outgoing: ServerResponse | ServerHttp2Stream): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      for (const event of ends) outgoing.off(event, done)
      resolve()
    }
    for (const event of ends) outgoing.once(event, done)
  })
}

const ends = ['socket', 'drain', 'finish', 'close'] as const
