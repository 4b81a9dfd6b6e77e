// Values that may be promises.

/** A value, or a promise of one: any object with a `then`, from any realm or library. */
export type Awaitable<T> = T | PromiseLike<T>

export function isPromiseLike<T>(value: Awaitable<T>): value is PromiseLike<T> {
  return (
    typeof value === 'object' &&
    value !== null &&
    'then' in value &&
    typeof value.then === 'function'
  )
}
