// Sends a body piece by piece over node:http.
import type { ServerResponse } from 'node:http'
import type { ServerHttp2Stream } from 'node:http2'
// Not the global one, which fake timers replace.
import { setImmediate } from 'node:timers'
import { type PacedBody, type ResponseHead, withoutBody } from '@mock-endpoint/core'
import { breakBodyOff } from './break-off.ts'
import { type LargeResponses, readerOf } from './large-responses.ts'

const nothing = new Uint8Array(0)

/** Sends the head of a response at once. Returns its body, which is sent piece by piece. */
export function beginBody(
  outgoing: ServerResponse,
  { status, headers }: ResponseHead,
  largeResponses: LargeResponses,
): PacedBody {
  // Bytes written in the same turn of the event loop are sent together with the head.
  outgoing.cork()
  setImmediate(() => outgoing.uncork())
  // Node's types do not allow readonly lists.
  outgoing.writeHead(status, headers as never)
  // `flushHeaders` would send UTF-8, but each of these characters is one byte (RFC 9110, 5.5).
  if (headers.some(([, value]) => /[\x80-\xff]/.test(value))) outgoing.write(nothing)
  else outgoing.flushHeaders()
  let isBroken = false
  const isOver = (): boolean => isBroken || outgoing.writableEnded || outgoing.req.socket.destroyed
  return {
    write(bytes) {
      // node:http itself drops the bodies of HEAD, 204 and 304, but not the body of a 205.
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

/** Resolves when previous responses are sent, the client is ready for more, or it disconnects. */
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
