// Requests written by hand: what Fetch and its clients would not send.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** One answer on the wire. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: string
}

/** A connection to that address; gone when the test is. */
export async function connectTo(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

/** Writes the text and resolves to all answers that come until the server ends the connection. */
export async function exchange(url: string, text: string): Promise<Answer[]> {
  const socket = await connectTo(url)
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.write(text, 'latin1')
  await once(socket, 'close')
  return readAnswers(Buffer.concat(chunks).toString('latin1'))
}

function readAnswers(text: string): Answer[] {
  const answers: Answer[] = []
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
    answers.push({ status, headers, body: rest.slice(start, end) })
    rest = rest.slice(end)
  }
  return answers
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
export function outcome({ status, headers, body }: Answer): string {
  if (headers.get('content-type') !== 'application/problem+json') return String(status)
  return `${status} ${(JSON.parse(body) as { code: string }).code}`
}
