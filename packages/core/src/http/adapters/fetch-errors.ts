// The errors of the adapter of `fetch`: those of Node's own `fetch` when a connection breaks.
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
 * What `fetch` rejects with when the exchange breaks off. Hono turns errors into responses: ours lets
 * this one pass, and the default error handler of a parent app asks it for a response, which throws
 * it again. A parent's own `onError` sees it like any other error.
 */
export function fetchFailed(fault: BreakingFault): TypeError {
  const error = new TypeError('fetch failed', { cause: toCause(causes[fault]) })
  const getResponse = (): never => {
    throw error
  }
  return Object.defineProperty(error, 'getResponse', { value: getResponse })
}

/** Whether `fetchFailed` made it: in a `Problem`, `getResponse` belongs to the class. */
export function isFetchFailed(error: Error): boolean {
  return Object.hasOwn(error, 'getResponse')
}

/** What reading a body rejects with when it breaks off. */
export function bodyTerminated(): TypeError {
  return new TypeError('terminated', { cause: toCause(otherSideClosed) })
}

function toCause({ message, ...members }: { readonly message: string }): Error {
  return Object.assign(new Error(message), members)
}
