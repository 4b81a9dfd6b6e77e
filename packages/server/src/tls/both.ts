// HTTP and HTTPS on one port. The first byte of a connection shows which one it is.
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { createServer, type TLSSocket } from 'node:tls'
import type { Identity } from './identity.ts'

/** The first byte of a TLS handshake (RFC 8446, 5.1). No HTTP request begins with this byte. */
const handshake = 0x16

/** Makes a server answer HTTPS too. Must be called before the server listens. */
export type AnswerHttps = (
  server: Server,
  onEncrypted: OnEncrypted,
  serveHttp2?: (encrypted: TLSSocket) => void,
) => EndEarly

/** Called with an encrypted connection before it is served, and with the raw socket below it. */
type OnEncrypted = (encrypted: TLSSocket, raw: Socket) => void

/** Ends connections that the server does not know yet: without a first byte or full handshake. */
type EndEarly = () => void

/**
 * Answers with the certificates of an identity. Waits `patience` milliseconds for the first byte,
 * and then as long for the end of the handshake. Offers HTTP/2 if `serveHttp2` is given, which then
 * gets the connections of clients that choose it.
 */
export function answerAs({ own, contextFor }: Identity, patience = 10_000): AnswerHttps {
  return (server, onEncrypted, serveHttp2) => {
    const [serve] = server.listeners('connection')
    server.removeAllListeners('connection')
    /** Connections without a first byte or a complete handshake, by peer. */
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
        // The client has reset the connection during the handshake, so it has no peer any more.
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
        // Already reset. Without a peer, several connections would have the same key.
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
          // As in `node:tls`. Otherwise a disconnect during the handshake goes unnoticed.
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

/** Returns a key that is unique among the open connections of a port. */
function peerOf({ localAddress, remoteAddress, remotePort }: Socket): string {
  return `${localAddress} ${remoteAddress} ${remotePort}`
}

/** Calls back with the first byte, which stays unread. Never calls back if no byte arrives. */
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
