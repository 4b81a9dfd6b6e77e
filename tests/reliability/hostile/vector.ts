// The type of a hostile request, and functions to write tables of them.

export interface Vector {
  readonly what: string
  /** Each character is a byte. */
  readonly request: string
  /**
   * The daemon's response without a proxy: the outcomes of its responses, separated by commas, or
   * `closed`. Several if versions of Node differ.
   */
  readonly expected: readonly string[]
  /** Ends the connection right after the request: `half` continues to read, `whole` does not. */
  readonly leaves?: 'half' | 'whole'
  /** Text that a proxy may send without a head, as in responses of HTTP/0.9. */
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

/** Returns a request with these lines and this body, the last one of its connection. */
export function request(first: string, lines: readonly string[] = [host], body = ''): string {
  return [first, ...lines, 'Connection: close', '', body].join('\r\n')
}

/** Returns a request that another one may follow. */
export function open(first: string, lines: readonly string[] = [host], body = ''): string {
  return [first, ...lines, '', body].join('\r\n')
}

export function get(target: string, lines: readonly string[] = [host]): string {
  return request(`GET ${target} HTTP/1.1`, lines)
}

/** Returns a POST to `orders` that keeps its connection, so that what follows may be a request. */
export function post(lines: readonly string[], body: string): string {
  return open('POST /endpoint/orders HTTP/1.1', [host, ...lines], body)
}

/** Two requests that must not be served. The first is recorded, the second removes an endpoint. */
export const smuggled: string = [
  open('POST /endpoint/canary HTTP/1.1', [host, 'Content-Length: 0']),
  request('DELETE /api/endpoint/canary HTTP/1.1'),
].join('')

export function chunk(text: string): string {
  return `${text.length.toString(16)}\r\n${text}\r\n`
}

export const lastChunk = '0\r\n\r\n'
