// Ends a connection of node:http other than by a response: what the faults of rules do.
import type { ServerResponse } from 'node:http'
// Not the global ones, which fake timers replace.
import { setImmediate, setTimeout } from 'node:timers'
import type { BreakingFault } from '@mock-endpoint/core'
import { endConnection } from './last-response.ts'
import { rawOf } from './raw-socket.ts'

/**
 * For how many milliseconds a reset waits when another response was sent right before it: it drops
 * what the client has not received, and nobody tells us when that is nothing.
 */
export const timeToRead = 100

/** Breaks an exchange off without a response, once the responses before it are out. */
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

/** Ends the connection after what was written of a response. */
export function breakBodyOff(outgoing: ServerResponse): void {
  outgoing.shouldKeepAlive = false
  whenNext(outgoing, () => endConnection(outgoing.req.socket))
}

/** Calls back when the responses before it on its connection are out, and what was written is on its way. */
function whenNext(outgoing: ServerResponse, act: () => void): void {
  if (outgoing.socket) act()
  // It is written right after this event.
  else outgoing.once('socket', () => setImmediate(act))
}
