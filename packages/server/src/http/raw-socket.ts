// The connection below one that is encrypted: it alone can be reset.
import type { Socket } from 'node:net'

const below = new WeakMap<Socket, Socket>()

export function noteRaw(encrypted: Socket, raw: Socket): void {
  below.set(encrypted, raw)
}

/** The connection itself, encrypted or not. */
export function rawOf(socket: Socket): Socket {
  return below.get(socket) ?? socket
}
