// Signals of another realm than the runtime's `Request`, as in test environments such as jsdom.

/** Behaves like an `AbortSignal`, without being one. */
export class ForeignSignal extends EventTarget {
  aborted = false
  reason: unknown

  throwIfAborted(): void {
    if (this.aborted) throw this.reason
  }

  abort(why: unknown): void {
    this.aborted = true
    this.reason = why
    this.dispatchEvent(new Event('abort'))
  }
}

/** The `Request` of a runtime that accepts only signals of its own realm. */
export class StrictRequest extends Request {
  constructor(input: RequestInfo | URL, init: RequestInit = {}) {
    if (init.signal && !(init.signal instanceof AbortSignal)) throw new TypeError('no AbortSignal')
    super(input, init)
  }
}

/** Returns an init with this signal, which its type does not allow. */
export function initWith(signal: ForeignSignal): RequestInit {
  return { signal: signal as unknown as AbortSignal }
}
