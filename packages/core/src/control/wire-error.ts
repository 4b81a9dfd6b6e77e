// What goes wrong with a call beside the problems that the service answers.

/**
 * `unreachable`: nobody answered, or the connection broke. `foreign`: something answered that is not
 * a mock-endpoint service; `status` is its HTTP status. One of another copy of this package is an
 * `instanceof` this class too.
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
