// Calls an app through the `fetch` interface, with relative URLs and abort signals.
import type { Awaitable } from '../../model/store/store.ts'

/** An app with a `fetch` method. */
export interface FetchTarget {
  /** Answers a request, as the global `fetch` does. */
  fetch(request: Request): Awaitable<Response>
}

/**
 * Returns a `fetch` that calls this app without a socket. URLs may be relative to `baseUrl`
 * (default: `http://localhost`). The app answers them whatever their host is. When the caller's
 * signal aborts, the call rejects with its reason, and the delay of the response ends.
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
    // Not passed to the constructor, which does not accept the signals of some test environments.
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
      // In browsers the app may see the abort first, and end its response before `abort` is called.
      .then((response) => (signal.aborted ? abort() : resolve(response)), reject)
  })
}
