// Turns errors of Redis, its client or the network into a `StoreError`.
import { StoreError } from '@mock-endpoint/core'

/** The beginnings of replies that refuse a write for lack of space, each with its message. */
const full: readonly (readonly [RegExp, string])[] = [
  [/^OOM\b/, 'Redis has no room for more. Remove something, or raise its limit.'],
  [
    /^MISCONF\b/,
    'Redis takes no writes, as it cannot save to its disk. Make room there; its log says more.',
  ],
]

/**
 * Returns a `StoreError` as it is, and turns an error reply of Redis into one. Passes other errors,
 * such as that of a broken connection, to `otherwise`.
 */
export function toStoreError(
  error: unknown,
  otherwise: (cause: unknown) => StoreError,
): StoreError {
  if (error instanceof StoreError) return error
  const said = error instanceof Error ? error.message : String(error)
  if (!/^[A-Z]+ /.test(said)) return otherwise(error)
  const [, message] = full.find(([begins]) => begins.test(said)) ?? []
  if (message !== undefined) return new StoreError('full', message, { cause: error })
  if (/unknown command .HELLO/i.test(said)) {
    return new StoreError('unavailable', 'Redis 6.2 or later is needed, or Valkey.')
  }
  // Redis quotes the arguments of an unknown command, which may include a password.
  const [told] = said.split(/,? with args beginning/)
  return new StoreError('unavailable', `Redis refuses: ${told}`)
}

export function notReachable(cause?: unknown): StoreError {
  const said = cause instanceof Error ? ` (${cause.message})` : ''
  return new StoreError('unavailable', `Redis cannot be reached${said}; try again.`, { cause })
}

/** For a call that was in progress when the connection broke, or that took too long. */
export function inDoubt(cause?: unknown): StoreError {
  const message =
    'Redis did not answer in time. If this was a write, it may have happened; repeating it is safe.'
  return new StoreError('timeout', message, { cause })
}
