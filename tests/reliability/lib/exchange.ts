// Writes bytes to a new connection, and collects all that the server sends until it closes.
import { connect } from 'node:net'
import { type RawResponse, readResponses } from './response.ts'

export interface RawExchange {
  /** The final responses in order, without 1xx. */
  readonly responses: readonly RawResponse[]
  /** Received text that is not an HTTP/1.1 response. Empty if there is none. */
  readonly garbage: string
  /** Whether the server ended the connection in time. */
  readonly isClosed: boolean
}

export interface ExchangeOptions {
  /** Ends the connection at once: `half` continues to read, `whole` does not. */
  readonly leaves?: 'half' | 'whole' | undefined
  /** Whether a response is certain. The client then ends its side only after it has begun. */
  readonly isAnswered?: boolean | undefined
}

/** Milliseconds of silence after which the client ends its side. */
const quiet = 250
/** Milliseconds from the start within which the server must end the connection. */
const patience = 15_000

/** Writes the text, a byte per character, and reads until the server ends the connection. */
export function exchange(
  url: string,
  text: string,
  { leaves, isAnswered = false }: ExchangeOptions = {},
): Promise<RawExchange> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
    const chunks: Buffer[] = []
    let isClosed = true
    const deadline = setTimeout(() => {
      isClosed = false
      socket.destroy()
    }, patience)
    let silence: NodeJS.Timeout | undefined
    const listen = (): void => {
      silence ??= setTimeout(() => socket.end(), quiet)
      silence.refresh()
    }
    socket.on('connect', () => {
      if (!isAnswered) listen()
      socket.write(text, 'latin1', () => {
        if (leaves === 'whole') socket.destroy()
      })
      if (leaves === 'half') socket.end()
    })
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      listen()
    })
    socket.on('end', () => socket.end())
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error)
    })
    socket.on('close', () => {
      clearTimeout(deadline)
      clearTimeout(silence)
      resolve({ ...readResponses(Buffer.concat(chunks).toString('latin1')), isClosed })
    })
  })
}
