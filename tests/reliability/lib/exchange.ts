// Writes bytes to a connection of its own, and collects all that the server sends until it closes.
import { connect } from 'node:net'
import { type RawResponse, readResponses } from './response.ts'

export interface RawExchange {
  /** The final answers in their order: without those of 1xx. */
  readonly responses: readonly RawResponse[]
  /** What came and is no response of HTTP/1.1; empty when all is clean. */
  readonly garbage: string
  /** Whether the server ended the connection within the time. */
  readonly isClosed: boolean
}

export interface ExchangeOptions {
  /** Ends the connection at once: `half` to go on reading, `whole` to be gone. */
  readonly leaves?: 'half' | 'whole' | undefined
  /** Whether a response is sure to come: the client ends its side only once it has begun. */
  readonly isAnswered?: boolean | undefined
}

/** How long nothing comes before the client says that it has no more to send. */
const quiet = 250
/** How long the server may take to end the connection after that. */
const patience = 15_000

/** Writes the text, a byte a character, and reads until the server ends the connection. */
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
