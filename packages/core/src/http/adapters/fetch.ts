// The app called as `fetch` is called: relative URLs, and a caller that may give up.
import type { Awaitable } from '../../model/store/store.ts'

/** What an app has: `fetch` from a request to its response. */
export interface FetchTarget {
  /** Answers a request, as the global `fetch` does. */
  fetch(request: Request): Awaitable<Response>
}

/**
 * A `fetch` that this app answers, without a socket. URLs may be relative to `baseUrl` (default:
 * `http://localhost`); whatever host they name, the app is asked. When the caller's signal aborts,
 * the call rejects with its reason and the app's delay ends.
 */
export function createFetch(
  app: FetchTarget,
  baseUrl = 'http://localhost',
): typeof globalThis.fetch {
  return async (input, init = {}) => {
    const isRequest = typeof input === 'object' && 'url' in input
    const signal = init.signal === undefined && isRequest ? input.signal : init.signal
    signal?.throwIfAborted()
    const target = isRequest ? input : new URL(input, baseUrl)
    const request = new Request(target, { ...init, signal: null })
    if (!signal) return app.fetch(request)
    // Not handed to the constructor: test environments bring signals that it does not take.
    Object.defineProperty(request, 'signal', { value: signal })
    return untilAborted(signal, app.fetch(request))
  }
}

function untilAborted<T>(signal: AbortSignal, answer: Awaitable<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    Promise.resolve(answer)
      .finally(() => signal.removeEventListener('abort', abort))
      // In browsers the app may hear of the abort first, and end its response before `abort` is called.
      .then((response) => (signal.aborted ? abort() : resolve(response)), reject)
  })
}
