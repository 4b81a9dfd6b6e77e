// Bytes written by hand to a socket, and a strict reader of what comes back.
import { connect } from 'node:net'

/** One answer on the wire. */
export interface RawAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: string
}

export interface RawExchange {
  /** The final answers in their order: without those of 1xx. */
  readonly answers: readonly RawAnswer[]
  /** What came and is no answer of HTTP/1.1; empty when all is clean. */
  readonly garbage: string
  /** Whether the server ended the connection within the time. */
  readonly isClosed: boolean
}

export interface ExchangeOptions {
  /** Ends the connection at once: `half` to go on reading, `whole` to be gone. */
  readonly leaves?: 'half' | 'whole' | undefined
}

/** How long nothing comes before the client says that it has no more to send. */
const quiet = 250
/** How long the server may take to end the connection after that. */
const patience = 15_000

/** Writes the text, a byte a character, and reads until the server ends the connection. */
export function exchange(
  url: string,
  text: string,
  { leaves }: ExchangeOptions = {},
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
    socket.on('connect', () => {
      silence = setTimeout(() => socket.end(), quiet)
      socket.write(text, 'latin1', () => {
        if (leaves === 'whole') socket.destroy()
      })
      if (leaves === 'half') socket.end()
    })
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      silence?.refresh()
    })
    socket.on('end', () => socket.end())
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error)
    })
    socket.on('close', () => {
      clearTimeout(deadline)
      clearTimeout(silence)
      resolve({ ...readAnswers(Buffer.concat(chunks).toString('latin1')), isClosed })
    })
  })
}

function readAnswers(text: string): { answers: RawAnswer[]; garbage: string } {
  const answers: RawAnswer[] = []
  let rest = text
  while (rest !== '') {
    const read = readAnswer(rest)
    if (read === undefined) return { answers, garbage: rest }
    if (read.answer.status >= 200) answers.push(read.answer)
    rest = read.rest
  }
  return { answers, garbage: '' }
}

const statusLine = /^HTTP\/1\.1 ([1-5]\d\d) [\t\x20-\x7e]*$/
const headerLine = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*([\t\x20-\x7e\x80-\xff]*)$/

function readAnswer(text: string): { answer: RawAnswer; rest: string } | undefined {
  const end = text.indexOf('\r\n\r\n')
  const [first = '', ...lines] = text.slice(0, end).split('\r\n')
  const status = Number(statusLine.exec(first)?.[1])
  if (end < 0 || !status) return undefined
  const headers = new Headers()
  for (const line of lines) {
    const [, name, value] = headerLine.exec(line) ?? []
    if (name === undefined || value === undefined) return undefined
    headers.append(name, value)
  }
  const body = readBody(text.slice(end + 4), status, headers)
  return body && { answer: { status, headers, body: body.text }, rest: body.rest }
}

/** RFC 9112, 6.3; without a length there is no telling one answer from the next. */
function readBody(
  text: string,
  status: number,
  headers: Headers,
): { text: string; rest: string } | undefined {
  if (status < 200 || status === 204 || status === 304) return { text: '', rest: text }
  const length = headers.get('content-length')
  const coding = headers.get('transfer-encoding')
  if (coding !== null) return length === null && coding === 'chunked' ? readChunks(text) : undefined
  if (length === null || !/^\d+$/.test(length) || text.length < Number(length)) return undefined
  return { text: text.slice(0, Number(length)), rest: text.slice(Number(length)) }
}

function readChunks(text: string): { text: string; rest: string } | undefined {
  let body = ''
  for (let rest = text; ; ) {
    const [line, hex] = /^([\da-f]+)\r\n/i.exec(rest) ?? []
    if (line === undefined || hex === undefined) return undefined
    const size = Number.parseInt(hex, 16)
    const chunk = rest.slice(line.length, line.length + size)
    if (rest.slice(line.length + size, line.length + size + 2) !== '\r\n') return undefined
    rest = rest.slice(line.length + size + 2)
    body += chunk
    if (size === 0) return { text: body, rest }
  }
}

/** The status and, of a sound problem (RFC 9457), the code. */
export function outcome({ status, headers, body }: RawAnswer): string {
  if (headers.get('content-type') !== 'application/problem+json') return String(status)
  const problem = JSON.parse(Buffer.from(body, 'latin1').toString()) as Record<string, unknown>
  const isSound = problem['status'] === status && /\S/.test(String(problem['detail'] ?? ''))
  return isSound ? `${status} ${problem['code']}` : `${status} with the problem ${body}`
}
