// Ends connections of node:http without a complete response, for the network faults of rules.
import type { ServerResponse } from 'node:http'
// Not the global ones, which fake timers replace.
import { setImmediate, setTimeout } from 'node:timers'
import type { BreakingFault } from '@mock-endpoint/core'
import { endConnection } from './last-response.ts'
import { rawOf } from './raw-socket.ts'

/**
 * Milliseconds that a reset waits if another response was sent right before it. A reset drops all
 * bytes that the client has not received, and there is no event when it has received them.
 */
export const timeToRead = 100

/** Breaks an exchange off without a response, after the responses before it were sent. */
export function breakOff(outgoing: ServerResponse, fault: BreakingFault): void {
  const { req, socket } = outgoing
  const reset = (): void => void rawOf(req.socket).resetAndDestroy()
  outgoing.shouldKeepAlive = false
  whenNext(outgoing, () => {
    if (fault !== 'reset') endConnection(req.socket, fault === 'malformed' ? notHttp : '')
    else if (socket) reset()
    else setTimeout(reset, timeToRead)
  })
}

const notHttp = 'This is not HTTP.\r\n\r\n'

/** Ends the connection after the part of a response that was written. */
export function breakBodyOff(outgoing: ServerResponse): void {
  outgoing.shouldKeepAlive = false
  whenNext(outgoing, () => endConnection(outgoing.req.socket))
}

/** Calls back after the previous responses of the connection, and the written part of this one. */
function whenNext(outgoing: ServerResponse, act: () => void): void {
  if (outgoing.socket) act()
  // The response is written to the socket right after this event.
  else outgoing.once('socket', () => setImmediate(act))
}
