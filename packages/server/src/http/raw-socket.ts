// The raw socket below an encrypted connection. Only the raw socket can be reset.
import type { Socket } from 'node:net'

const below = new WeakMap<Socket, Socket>()

export function noteRaw(encrypted: Socket, raw: Socket): void {
  below.set(encrypted, raw)
}

/** Returns the raw socket of a connection, which may be encrypted. */
export function rawOf(socket: Socket): Socket {
  return below.get(socket) ?? socket
}
