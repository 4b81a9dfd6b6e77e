// The last response of a connection, such as to a request that is refused before all of it has
// arrived. Closing a connection with unread bytes resets it, and the client may lose the response.
// So bytes that the client is still sending are read and dropped for a while.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
// Not the global ones, which fake timers replace.
import { clearTimeout, setTimeout } from 'node:timers'
import type { PlainResponse } from '@mock-endpoint/core'
import { readBody } from './read-body.ts'

/** Responses that are written except for their end. */
const written = new WeakSet<ServerResponse>()

/** Sends a response whose head is written. Ends the connection within `patience` milliseconds. */
export function sendLast(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  body: PlainResponse['body'],
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

/** Milliseconds that a client may keep its side of an ended connection open. */
const patience = 1000

/** Sends these bytes and ends the connection. */
export function endConnection(socket: Duplex, lastBytes = ''): void {
  if (socket.writableEnded) return
  socket.once('finish', () => setTimeout(() => socket.destroy(), patience).unref())
  socket.end(lastBytes)
}

/** Whether all of a last response is written, although the client may still be sending. */
export function isWritten(outgoing: ServerResponse): boolean {
  return written.has(outgoing)
}
