// The last answer of a connection, such as to a request that is refused before it has arrived. To
// close one with unread bytes resets it, and the client may lose the answer; so what the client is
// still sending is read, and dropped, for a while.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
// Not the global ones, which fake timers replace.
import { clearTimeout, setTimeout } from 'node:timers'
import type { Answer } from '@mock-endpoint/core'
import { readBody } from './read-body.ts'

/** Answers that are written but for their end. */
const written = new WeakSet<ServerResponse>()

/** Sends an answer, whose head is written, and ends the connection. `patience`: in milliseconds. */
export function sendLast(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  body: Answer['body'],
  patience: number,
): void {
  if (body === null || incoming.method === 'HEAD') outgoing.flushHeaders()
  else outgoing.write(body)
  written.add(outgoing)
  const end = (): void => {
    clearTimeout(timer)
    outgoing.end()
  }
  const timer = setTimeout(end, patience)
  readBody(incoming, 0, end)
}

/** For how many milliseconds we read on while a client keeps its side open. */
const patience = 1000

/** Ends a connection after these bytes. */
export function endConnection(socket: Duplex, lastBytes = ''): void {
  if (socket.writableEnded) return
  socket.once('finish', () => setTimeout(() => socket.destroy(), patience).unref())
  socket.end(lastBytes)
}

/** Whether all of a last answer is sent, and the client still may send. */
export function isWritten(outgoing: ServerResponse): boolean {
  return written.has(outgoing)
}
