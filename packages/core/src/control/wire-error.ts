// Errors of a call, except the problems that the service responds with.

/**
 * `unreachable`: there was no response, or the connection broke. `foreign`: the response is not
 * from a mock-endpoint service, and `status` is its HTTP status. An error of another copy of this
 * package is also an `instanceof` this class.
 */
export class WireError extends Error {
  override readonly name = 'WireError'
  readonly kind: 'unreachable' | 'foreign'
  readonly status: number | undefined

  constructor(
    kind: WireError['kind'],
    message: string,
    { status, ...options }: { readonly status?: number; readonly cause?: unknown } = {},
  ) {
    super(message, options)
    this.kind = kind
    this.status = status
  }

  /** @hidden */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return (value as Error | null)?.name === 'WireError' && 'kind' in (value as Error)
  }
}
