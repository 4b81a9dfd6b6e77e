// Signals as test environments such as jsdom bring them: of another realm than the runtime's `Request`.

/** Does all that a signal does. */
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

/** The `Request` of a runtime that takes signals of its own realm alone. */
export class StrictRequest extends Request {
  constructor(input: RequestInfo | URL, init: RequestInit = {}) {
    if (init.signal && !(init.signal instanceof AbortSignal)) throw new TypeError('no AbortSignal')
    super(input, init)
  }
}

/** An init with this signal, which its type would not allow. */
export function initWith(signal: ForeignSignal): RequestInit {
  return { signal: signal as unknown as AbortSignal }
}
