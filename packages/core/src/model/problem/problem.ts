// The error responses of the service: the table of codes, and the class that makes a response.
import { commonHeaders, type PlainResponse } from '../http/response.ts'
import type { RuleMismatch } from '../rule/rule.ts'

/** The stable code of a problem. Each code has a heading in `docs/problems.md`. */
export type ProblemCode =
  | 'malformed-url'
  | 'malformed-host'
  | 'malformed-request'
  | 'invalid-json'
  | 'too-deep'
  | 'invalid-endpoint'
  | 'invalid-rule'
  | 'invalid-import'
  | 'invalid-delivery'
  | 'invalid-query'
  | 'invalid-options'
  | 'body-incomplete'
  | 'token-required'
  | 'host-not-allowed'
  | 'origin-not-allowed'
  | 'send-refused'
  | 'endpoint-not-found'
  | 'rule-not-found'
  | 'no-rule-matches'
  | 'request-not-found'
  | 'delivery-not-found'
  | 'not-found'
  | 'method-not-allowed'
  | 'request-timeout'
  | 'request-not-held'
  | 'body-too-large'
  | 'unsupported-encoding'
  | 'headers-too-large'
  | 'internal-error'
  | 'response-failed'
  | 'no-websocket'
  | 'too-many-bodies'
  | 'matching-too-costly'
  | 'too-many-delayed'
  | 'too-many-held'
  | 'delay-cancelled'
  | 'too-many-streams'
  | 'too-many-waits'
  | 'too-many-forwarded'
  | 'too-many-deliveries'
  | 'forward-refused'
  | 'forward-failed'
  | 'forward-timeout'
  | 'shutting-down'
  | 'store-unavailable'
  | 'storage-full'
  | 'too-many-rules'

const kinds: Readonly<Record<ProblemCode, { status: number; title: string }>> = {
  'malformed-url': { status: 400, title: 'The URL is malformed' },
  'malformed-host': { status: 400, title: 'The Host header is malformed' },
  'malformed-request': { status: 400, title: 'The request is not valid HTTP' },
  'invalid-json': { status: 400, title: 'The body is not JSON' },
  'too-deep': { status: 400, title: 'The body is nested too deeply' },
  'invalid-endpoint': { status: 400, title: 'The body does not describe an endpoint' },
  'invalid-rule': { status: 400, title: 'The body does not describe a rule' },
  'invalid-import': { status: 400, title: 'The body does not hold endpoints and rules' },
  'invalid-delivery': { status: 400, title: 'The body does not describe a delivery' },
  'invalid-query': { status: 400, title: 'The query is not valid' },
  'invalid-options': { status: 400, title: 'The options in the body are not valid' },
  'body-incomplete': { status: 400, title: 'The body ended before it was complete' },
  'token-required': { status: 401, title: 'A token is required' },
  'host-not-allowed': { status: 403, title: 'This Host may not call the control API' },
  'origin-not-allowed': { status: 403, title: 'This Origin may not call the control API' },
  'send-refused': { status: 403, title: 'Webhooks may not be sent to this host' },
  'endpoint-not-found': { status: 404, title: 'Endpoint not found' },
  'rule-not-found': { status: 404, title: 'Rule not found' },
  'no-rule-matches': { status: 404, title: 'No rule of this endpoint matches the request' },
  'request-not-found': { status: 404, title: 'Request not found' },
  'delivery-not-found': { status: 404, title: 'Delivery not found' },
  'not-found': { status: 404, title: 'Nothing is at this path' },
  'method-not-allowed': { status: 405, title: 'This path does not take this method' },
  'request-timeout': { status: 408, title: 'The request took too long to arrive' },
  'request-not-held': { status: 409, title: 'The request is not being held' },
  'body-too-large': { status: 413, title: 'The body is too large' },
  'unsupported-encoding': { status: 415, title: 'The Content-Encoding is not supported' },
  'headers-too-large': { status: 431, title: 'The request headers are too large' },
  'internal-error': { status: 500, title: 'Internal error' },
  'response-failed': { status: 500, title: 'The response failed' },
  'forward-refused': { status: 502, title: 'The request may not be forwarded to this host' },
  'forward-failed': { status: 502, title: 'The other service did not respond' },
  'forward-timeout': { status: 504, title: 'The other service took too long' },
  'no-websocket': { status: 501, title: 'Endpoints do not open WebSockets' },
  'too-many-bodies': { status: 503, title: 'Too many bodies are being read' },
  'matching-too-costly': { status: 503, title: 'The rules take too long to match' },
  'too-many-delayed': { status: 503, title: 'Too many responses are being delayed' },
  'too-many-forwarded': { status: 503, title: 'Too many requests are being forwarded' },
  'too-many-deliveries': { status: 503, title: 'Too many webhooks are being sent' },
  'too-many-held': { status: 503, title: 'Too many responses are held back' },
  'delay-cancelled': { status: 503, title: 'The delay of this response was cancelled' },
  'too-many-streams': { status: 503, title: 'Too many event streams are open' },
  'too-many-waits': { status: 503, title: 'Too many calls wait for requests' },
  'shutting-down': { status: 503, title: 'The service is stopping' },
  'store-unavailable': { status: 503, title: 'The store cannot be used' },
  'storage-full': { status: 507, title: 'The storage is full' },
  'too-many-rules': { status: 507, title: 'There are too many rules' },
}

/** One fault of a request body: where it is (RFC 6901 JSON Pointer) and what is wrong there. */
export interface Fault {
  readonly pointer: string
  readonly detail: string
}

/** Further members of a problem. Each becomes a member of the response body. */
export interface ProblemExtensions {
  /** The closest rule, in a `no-rule-matches`. */
  readonly closest?: RuleMismatch
  /** Every fault, in a problem whose code begins with `invalid-`, except `invalid-json`. */
  readonly errors?: readonly Fault[]
  /** The requested name, in an `endpoint-not-found`. */
  readonly name?: string
  /** The id of the rule that was being compared, in a `matching-too-costly`. */
  readonly rule?: string
  /** Up to three names close to the requested one, nearest first. */
  readonly nearMisses?: readonly string[]
  /** The line in which the body stops being valid, from 1. */
  readonly line?: number
  /** The column, from 1, in UTF-16 units as in editors. */
  readonly column?: number
  /** A shell command that fixes the problem, or shows what exists. */
  readonly fix?: string
  /** The reason why a request could not be forwarded: an error type of RFC 9209, 2.3. */
  readonly error?: string
  /** The limit that was exceeded, in the unit that `detail` names. */
  readonly limit?: number
}

/** The options of a problem in addition to its members. */
export interface ProblemOptions {
  /** Headers of the response in addition to its content type, such as `allow`. */
  readonly headers?: Readonly<Record<string, string>>
  /** The cause of the problem. Never part of the response. */
  readonly cause?: unknown
  readonly fix?: Fix | undefined
}

/** A call of the service that fixes a problem, or shows what exists. */
export interface Fix {
  /** Default: GET. */
  readonly method?: string
  /** The path below the service's base URL, with the query. */
  readonly path: string
  /** The body, as JSON text. */
  readonly json?: string
}

const documentation = 'https://github.com/mock-endpoint/mock-endpoint/blob/main/docs/problems.md'

/** All problem codes. */
export const problemCodes: readonly ProblemCode[] = /* @__PURE__ */ Object.keys(
  kinds,
) as ProblemCode[]

/**
 * An error that the caller receives as `application/problem+json` (RFC 9457). `message` is the
 * `detail` of the response: what is wrong, what is allowed, what to do. An instance from another
 * copy of this package is an `instanceof` this class too.
 */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly code: ProblemCode
  readonly extensions: ProblemExtensions
  /** The call that fixes it. The response includes it as a command. */
  readonly fix: Fix | undefined
  readonly #headers: Readonly<Record<string, string>>

  constructor(
    code: ProblemCode,
    detail: string,
    extensions: ProblemExtensions = {},
    { headers = {}, cause, fix }: ProblemOptions = {},
  ) {
    super(detail, cause === undefined ? undefined : { cause })
    this.code = code
    this.extensions = extensions
    this.#headers = headers
    this.fix = fix
  }

  /** @hidden */
  static override [Symbol.hasInstance](value: unknown): boolean {
    const { name, toResponse } = (value ?? {}) as Partial<Problem>
    return name === 'Problem' && typeof toResponse === 'function'
  }

  /** The HTTP status that belongs to the code. */
  get status(): number {
    return kinds[this.code].status
  }

  /** Returns the members of the response body. */
  toJSON(): Record<string, unknown> {
    const { status, title } = kinds[this.code]
    return {
      type: `${documentation}#${this.code}`,
      title,
      status,
      detail: this.message,
      code: this.code,
      success: false,
      ...this.extensions,
    }
  }

  /** Returns the response, with the fix as a command if there is one. */
  toResponse(fix?: string): PlainResponse {
    const body = new TextEncoder().encode(JSON.stringify({ ...this.toJSON(), fix }))
    const headers: PlainResponse['headers'] = [
      ['content-type', 'application/problem+json'],
      ['content-length', String(body.byteLength)],
      ...commonHeaders,
      ...Object.entries(this.#headers),
    ]
    return { status: this.status, headers, body }
  }

  /** Returns the response as a `Response`. Hono calls this method of any error that has it. */
  getResponse(): Response {
    const { status, headers, body } = this.toResponse()
    return new Response(body, { status, headers: Object.fromEntries(headers) })
  }
}
