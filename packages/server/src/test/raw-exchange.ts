// Requests written by hand, which Fetch would not send.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { ReadableOptions } from 'node:stream'
import { connect as connectTls } from 'node:tls'
import { onTestFinished } from 'vitest'

/** One response on the wire. */
export interface WireResponse {
  readonly status: number
  readonly headers: Headers
  readonly body: string
}

/** A connection until the end of the test. With https, it accepts any certificate. */
export async function connectTo(
  url: string,
  options: Pick<ReadableOptions, 'highWaterMark'> = {},
): Promise<Socket> {
  const { protocol, hostname, port } = new URL(url)
  const isEncrypted = protocol === 'https:'
  const to = { ...options, port: Number(port), host: hostname }
  const socket = isEncrypted ? connectTls({ ...to, rejectUnauthorized: false }) : connect(to)
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {})
  await once(socket, isEncrypted ? 'secureConnect' : 'connect')
  return socket
}

/** Writes the text and resolves to all responses that come until the server ends the connection. */
export async function exchange(url: string, text: string): Promise<WireResponse[]> {
  return readResponses(await exchangeText(url, text))
}

/** Writes the text and resolves to all text received until the server ends the connection. */
async function exchangeText(url: string, text: string): Promise<string> {
  const socket = await connectTo(url)
  socket.write(text, 'latin1')
  return textOf(socket)
}

/** All text that is received until the connection ends, in Latin-1. */
export async function textOf(socket: Socket): Promise<string> {
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  await once(socket, 'close')
  return Buffer.concat(chunks).toString('latin1')
}

function readResponses(text: string): WireResponse[] {
  const responses: WireResponse[] = []
  for (let rest = text; rest !== ''; ) {
    const [head = ''] = rest.split('\r\n\r\n', 1)
    const [statusLine = '', ...lines] = head.split('\r\n')
    const headers = new Headers()
    for (const line of lines) {
      const colon = line.indexOf(':')
      headers.append(line.slice(0, colon), line.slice(colon + 1))
    }
    const start = head.length + '\r\n\r\n'.length
    const isChunked = headers.has('transfer-encoding')
    const end = isChunked ? rest.length : start + Number(headers.get('content-length') ?? 0)
    const status = Number(statusLine.split(' ')[1])
    responses.push({ status, headers, body: rest.slice(start, end) })
    rest = rest.slice(end)
  }
  return responses
}

/** A request that is the last of its connection. */
export function last(
  requestLine: string,
  lines: readonly string[] = ['Host: localhost'],
  body = '',
): string {
  return [requestLine, ...lines, 'Connection: close', '', body].join('\r\n')
}

/** The status and, of a problem, the code. */
export function outcome({ status, headers, body }: WireResponse): string {
  if (headers.get('content-type') !== 'application/problem+json') return String(status)
  return `${status} ${(JSON.parse(body) as { code: string }).code}`
}
