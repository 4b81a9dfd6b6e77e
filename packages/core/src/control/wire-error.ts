// What goes wrong with a call beside the problems that the service answers.

/**
 * `unreachable`: nobody answered, or the connection broke. `foreign`: something answered that is not
 * a mock-endpoint service; `status` is its HTTP status.
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
}
