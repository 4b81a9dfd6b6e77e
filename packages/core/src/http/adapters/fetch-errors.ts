// The errors of the `fetch` adapter, the same as in Node's own `fetch` when a connection breaks.
import type { BreakingFault } from './incoming.ts'

const otherSideClosed = {
  message: 'other side closed',
  name: 'SocketError',
  code: 'UND_ERR_SOCKET',
}

const causes = {
  reset: { message: 'read ECONNRESET', code: 'ECONNRESET', syscall: 'read' },
  close: otherSideClosed,
  malformed: {
    message: 'Response does not match the HTTP/1.1 protocol (Expected HTTP/)',
    name: 'HTTPParserError',
    code: 'HPE_INVALID_CONSTANT',
  },
} as const satisfies Record<BreakingFault, object>

/**
 * Returns the error that `fetch` rejects with when the exchange breaks off. Hono turns errors into
 * responses. Our error handler throws this one again. The default error handler of a parent app
 * calls its `getResponse`, which throws it too. A parent's own `onError` gets it like any other
 * error.
 */
export function fetchFailed(fault: BreakingFault): TypeError {
  const error = new TypeError('fetch failed', { cause: toCause(causes[fault]) })
  const getResponse = (): never => {
    throw error
  }
  return Object.defineProperty(error, 'getResponse', { value: getResponse })
}

/** Whether `fetchFailed` made this error. A `Problem` inherits its `getResponse` from its class. */
export function isFetchFailed(error: Error): boolean {
  return Object.hasOwn(error, 'getResponse')
}

/** Returns the error that reading a body rejects with when it breaks off. */
export function bodyTerminated(): TypeError {
  return new TypeError('terminated', { cause: toCause(otherSideClosed) })
}

function toCause({ message, ...members }: { readonly message: string }): Error {
  return Object.assign(new Error(message), members)
}
