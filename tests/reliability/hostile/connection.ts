// Raw connections, for bytes that no client library would send, and for thousands at once.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { type RawResponse, readHead } from '../lib/response.ts'

/** Connects to the daemon by its IP address, so that no name is resolved. */
export async function connectTo(url: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  await once(socket, 'connect')
  // A connection that breaks is closed next, and its reader gets that event.
  socket.on('error', () => {})
  return socket
}

/**
 * Opens so many connections, a few hundred at a time, because more would overflow the listener's
 * queue. `each` can send a request at once, as the daemon closes silent ones after ten seconds.
 */
export async function connectMany(
  url: string,
  count: number,
  each?: (socket: Socket) => void,
): Promise<Socket[]> {
  const sockets: Socket[] = []
  const connectOne = async (): Promise<void> => {
    const socket = await connectTo(url)
    sockets.push(socket)
    each?.(socket)
  }
  while (sockets.length < count) {
    const batch = Math.min(200, count - sockets.length)
    await Promise.all(Array.from({ length: batch }, connectOne))
  }
  return sockets
}

/** Returns a request without a body, which keeps its connection open. */
export function plainRequest(method: string, target: string, headers = ''): string {
  return `${method} ${target} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`
}

/**
 * Writes the text or bytes, and resolves to the response. For a stream, which has no length, it
 * resolves to what has arrived. Rejects if the connection ends first.
 */
export function ask(socket: Socket, text: string | Buffer): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let received = 0
    let wanted: number | undefined
    const read = (chunk: Buffer): void => {
      chunks.push(chunk)
      received += chunk.length
      wanted ??= lengthOf(Buffer.concat(chunks).toString('latin1'))
      if (wanted === undefined || received < wanted) return
      const response = toResponse(Buffer.concat(chunks).toString('latin1'))
      settle(() =>
        response ? resolve(response) : reject(new Error('The response is not HTTP/1.1.')),
      )
    }
    const end = (): void => {
      settle(() => reject(new Error(`The connection ended after ${received} bytes.`)))
    }
    const settle = (how: () => void): void => {
      socket.off('data', read).off('close', end)
      how()
    }
    socket.on('data', read).on('close', end)
    socket.write(typeof text === 'string' ? Buffer.from(text, 'latin1') : text)
  })
}

/** Sends a request on its own connection, and resolves to the response. */
export async function askOnce(url: string, text: string | Buffer): Promise<RawResponse> {
  const socket = await connectTo(url)
  return ask(socket, text).finally(() => socket.destroy())
}

/** Returns the length of a response with its head, or `undefined` until its head is complete. */
function lengthOf(beginning: string): number | undefined {
  const end = beginning.indexOf('\r\n\r\n')
  if (end === -1) return undefined
  return end + 4 + Number(readHead(beginning)?.headers.get('content-length') ?? 0)
}

function toResponse(text: string): RawResponse | undefined {
  const head = readHead(text)
  if (head === undefined) return undefined
  return { status: head.status, headers: head.headers, body: text.slice(head.length) }
}
