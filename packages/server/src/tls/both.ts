// HTTP and HTTPS on one port: the first byte of a connection tells which it is.
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { createServer, type TLSSocket } from 'node:tls'
import type { Identity } from './identity.ts'

/** A record of TLS that begins a handshake (RFC 8446, 5.1). No request of HTTP begins with this byte. */
const handshake = 0x16

/** Makes a server answer HTTPS as well as HTTP, before it listens. */
export type AnswerHttps = (
  server: Server,
  onEncrypted: OnEncrypted,
  serveHttp2?: (encrypted: TLSSocket) => void,
) => EndEarly

/** Is called with a connection before it is answered, and with the one below it. */
type OnEncrypted = (encrypted: TLSSocket, raw: Socket) => void

/** Ends the connections that the server does not know yet: their first request may still be on its way. */
type EndEarly = () => void

/**
 * Answers as the one of that identity. `patience`: for how many milliseconds
 * we wait for the first byte, and then for the end of the handshake. HTTP/2 is offered to clients when
 * there is something to serve it, which then gets the connection.
 */
export function answerAs({ own, contextFor }: Identity, patience = 10_000): AnswerHttps {
  return (server, onEncrypted, serveHttp2) => {
    const [serve] = server.listeners('connection')
    server.removeAllListeners('connection')
    /** By their peers. */
    const early = new Map<string, Socket>()

    const secure = createServer({
      ...own,
      ALPNProtocols: serveHttp2 ? ['h2', 'http/1.1'] : ['http/1.1'],
      handshakeTimeout: patience,
      SNICallback: (name, callback) => callback(null, contextFor(name)),
    })
    secure.on('secureConnection', (socket: TLSSocket) => {
      const below = early.get(peerOf(socket))
      if (!below) {
        // The client has reset it meanwhile: it has no peer any more.
        socket.on('error', () => {}).destroy()
        return
      }
      early.delete(peerOf(socket))
      onEncrypted(socket, below)
      if (socket.alpnProtocol === 'h2') serveHttp2?.(socket)
      else serve?.call(server, socket)
    })
    secure.on('tlsClientError', (_, socket) => socket.destroy())

    server.on('connection', (socket: Socket) => {
      if (socket.remotePort === undefined) {
        // It is reset already. Without a peer, several would be taken for one.
        socket.on('error', () => {}).destroy()
        return
      }
      const peer = peerOf(socket)
      early.set(peer, socket)
      socket.once('close', () => {
        if (early.get(peer) === socket) early.delete(peer)
      })
      firstByteOf(socket, patience, (byte) => {
        if (byte === handshake) {
          socket.on('error', () => socket.destroy())
          // As in a server of `node:tls`: otherwise we do not hear that the client leaves meanwhile.
          socket.allowHalfOpen = false
          secure.emit('connection', socket)
          return
        }
        early.delete(peer)
        serve?.call(server, socket)
      })
    })
    return () => {
      for (const socket of early.values()) socket.destroy()
    }
  }
}

/** Different ones for all connections of a port. */
function peerOf({ localAddress, remoteAddress, remotePort }: Socket): string {
  return `${localAddress} ${remoteAddress} ${remotePort}`
}

/** Calls back with the first byte, which is still to be read then. Never when none comes. */
function firstByteOf(socket: Socket, patience: number, callback: (byte: number) => void): void {
  const drop = (): void => void socket.destroy()
  const look = (): void => {
    const chunk: Uint8Array | null = socket.read()
    if (!chunk) return
    socket.setTimeout(0)
    socket.off('readable', look).off('timeout', drop).off('end', drop).off('error', drop)
    socket.unshift(chunk)
    callback(chunk[0] ?? 0)
  }
  socket.setTimeout(patience, drop)
  socket.on('readable', look).on('end', drop).on('error', drop)
}
