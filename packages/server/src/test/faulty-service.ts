// A service whose responses are invalid, cut off or endless, and clients that ask for them.
import type { Socket } from 'node:net'
import { createDraws, type Random } from '../../../core/src/rules/respond/random.ts'
import { type Upstream, upstream } from './upstream.ts'

/** Faulty responses of a service: invalid, cut off or endless. */
const harms: readonly ((socket: Socket, random: Random) => void)[] = [
  (socket) => socket.destroy(),
  (socket) => socket.resetAndDestroy(),
  (socket, random) => socket.end(noise(random, 200)),
  (socket, random) =>
    socket.end(`HTTP/1.1 200 OK\r\n${noise(random, 100).toString('latin1')}\r\n\r\n`),
  (socket) => socket.end(`HTTP/1.1 200 OK\r\nX: ${'a'.repeat(70_000)}\r\n\r\n`),
  (socket) => socket.end(`HTTP/1.1 200 OK\r\n${'A: b\r\n'.repeat(5000)}\r\n`),
  (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\nContent-Length: 8\r\n\r\nabc'),
  (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 999999999999\r\n\r\nabc'),
  (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nabcHTTP/1.1 200 OK\r\n\r\n'),
  (socket) => socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffff\r\nabc'),
  (socket) => socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n'),
  (socket) =>
    socket.end('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
  (socket) => socket.end('HTTP/1.1 999 Odd\r\nContent-Length: 0\r\n\r\n'),
  (socket) => socket.end('HTTP/1.1 100 Continue\r\n\r\n'.repeat(1000)),
  (socket) => socket.end('HTTP/1.1 200 OK\r\nSet-Cookie: a\u0001b\r\n\r\n'),
  (socket) => socket.end('HTTP/0.9 200\r\n\r\nabc'),
  endless,
]

function noise(random: Random, most: number): Buffer {
  return Buffer.from(Array.from({ length: random() * most }, () => random() * 256))
}

/** Sends until its client disconnects. */
function endless(socket: Socket): void {
  socket.write('HTTP/1.1 200 OK\r\n\r\n')
  const piece = Buffer.alloc(16 * 1024)
  const go = (): void => {
    while (socket.writable && socket.write(piece));
  }
  socket.on('drain', go)
  go()
}

export interface FaultyService extends Pick<Upstream, 'open'> {
  readonly url: string
  /** The number of responses that it has sent. */
  readonly sent: () => number
}

/** Serves one fault after the other, the same ones in each run, until the end of the test. */
export async function serveFaults(): Promise<FaultyService> {
  const { random } = createDraws(42)
  let turn = 0
  const { port, open } = await upstream((socket) => harms[turn++ % harms.length]?.(socket, random))
  return { url: `http://127.0.0.1:${port}`, open, sent: () => turn }
}

const clients = 8
/** Bytes of an endless response that a client reads. */
const mostRead = 256 * 1024

/**
 * Sends so many requests, eight at a time, and calls `between` after each. Resolves to the statuses
 * of the responses, and `broken off` if one was.
 */
export async function askForFaults(
  url: string,
  requests: number,
  between: () => Promise<void> = async () => {},
): Promise<ReadonlySet<string>> {
  const seen = new Set<string>()
  let asked = 0
  const client = async (): Promise<void> => {
    while (asked++ < requests) {
      seen.add(await ask(url))
      await between()
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  return seen
}

async function ask(url: string): Promise<string> {
  const left = new AbortController()
  try {
    const { status, body } = await fetch(url, { signal: left.signal })
    let bytes = 0
    for await (const piece of body ?? []) {
      bytes += piece.byteLength
      if (bytes > mostRead) break
    }
    return String(status)
  } catch {
    return 'broken off'
  } finally {
    left.abort()
  }
}
