// A strict parser of HTTP/1.1 responses. Each character of a text is a byte.

export interface RawResponse {
  readonly status: number
  readonly headers: Headers
  readonly body: string
}

/** Reads all responses except 1xx. `garbage` is the rest from where it is not HTTP/1.1. */
export function readResponses(text: string): { responses: RawResponse[]; garbage: string } {
  const responses: RawResponse[] = []
  let rest = text
  while (rest !== '') {
    const read = readResponse(rest)
    if (read === undefined) return { responses, garbage: rest }
    if (read.response.status >= 200) responses.push(read.response)
    rest = read.rest
  }
  return { responses, garbage: '' }
}

const statusLine = /^HTTP\/1\.1 ([1-5]\d\d) [\t\x20-\x7e]*$/
const headerLine = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*([\t\x20-\x7e\x80-\xff]*)$/

function readResponse(text: string): { response: RawResponse; rest: string } | undefined {
  const head = readHead(text)
  if (head === undefined) return undefined
  const { status, headers } = head
  const body = readBody(text.slice(head.length), status, headers)
  return body && { response: { status, headers, body: body.text }, rest: body.rest }
}

/** Returns the status, the headers and their length, or `undefined` unless complete and valid. */
export function readHead(
  text: string,
): { status: number; headers: Headers; length: number } | undefined {
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
  return { status, headers, length: end + 4 }
}

/** Reads a body (RFC 9112, 6.3). Without a length, the next response could not be told apart. */
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

/** Returns the status and, for a valid problem (RFC 9457), the code. */
export function outcome({ status, headers, body }: RawResponse): string {
  if (headers.get('content-type') !== 'application/problem+json') return String(status)
  const problem = JSON.parse(Buffer.from(body, 'latin1').toString()) as Record<string, unknown>
  const isSound = problem['status'] === status && /\S/.test(String(problem['detail'] ?? ''))
  return isSound ? `${status} ${problem['code']}` : `${status} with the problem ${body}`
}
