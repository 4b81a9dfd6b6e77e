// Connections by the byte, for what a client library would not send, and for thousands at once.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { type RawResponse, readHead } from '../lib/response.ts'

/** A connection to the daemon, on the address that needs no look-up. */
export async function connectTo(url: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  await once(socket, 'connect')
  // One that breaks is closed next, and whoever reads from it hears of that.
  socket.on('error', () => {})
  return socket
}

/**
 * Connects so many, a few hundred at a time: more would overflow the queue of the listener. `each`
 * can ask at once: a connection that says nothing for ten seconds is closed by the daemon.
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

/** A request without a body, on a connection that is kept. */
export function plainRequest(method: string, target: string, headers = ''): string {
  return `${method} ${target} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`
}

/**
 * Writes the text, or its bytes, and resolves to the response; of a stream, which does not say how
 * long it is, to what is there. Rejects when the connection ends before that.
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

/** The response to a request on a connection of its own. */
export async function askOnce(url: string, text: string | Buffer): Promise<RawResponse> {
  const socket = await connectTo(url)
  return ask(socket, text).finally(() => socket.destroy())
}

/** How long a response is, head and all, once its head is there. */
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
