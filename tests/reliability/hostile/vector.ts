// What a hostile request is, and the words that the tables of them are written in.

export interface Vector {
  readonly what: string
  /** A byte a character. */
  readonly request: string
  /**
   * What the daemon answers when it is asked straight: the outcomes of its responses with commas
   * between them, or `closed`; several where versions of Node differ.
   */
  readonly expected: readonly string[]
  /** Ends the connection right behind the request: `half` to go on reading, `whole` to be gone. */
  readonly leaves?: 'half' | 'whole'
  /** What a proxy may send that has no head, as responses of HTTP/0.9 have none. */
  readonly bare?: RegExp
}

export function vector(
  what: string,
  request: string,
  expected: string | readonly string[],
  more: Pick<Vector, 'leaves' | 'bare'> = {},
): Vector {
  return { what, request, expected: [expected].flat(), ...more }
}

export const malformed = '400 malformed-request'

export const host = 'Host: localhost'

/** A request of these lines and that body: the last of its connection. */
export function request(first: string, lines: readonly string[] = [host], body = ''): string {
  return [first, ...lines, 'Connection: close', '', body].join('\r\n')
}

/** A request behind which another may come. */
export function open(first: string, lines: readonly string[] = [host], body = ''): string {
  return [first, ...lines, '', body].join('\r\n')
}

export function get(target: string, lines: readonly string[] = [host]): string {
  return request(`GET ${target} HTTP/1.1`, lines)
}

/** A POST to the endpoint `orders`, on a connection that is kept: what is behind it may be taken for another request. */
export function post(lines: readonly string[], body: string): string {
  return open('POST /endpoint/orders HTTP/1.1', [host, ...lines], body)
}

/** What must never be taken for requests: the first shows in the journal, the second removes an endpoint. */
export const smuggled: string = [
  open('POST /endpoint/canary HTTP/1.1', [host, 'Content-Length: 0']),
  request('DELETE /api/endpoint/canary HTTP/1.1'),
].join('')

export function chunk(text: string): string {
  return `${text.length.toString(16)}\r\n${text}\r\n`
}

export const lastChunk = '0\r\n\r\n'
