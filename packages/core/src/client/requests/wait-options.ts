// The options of a wait for requests.
import type { ReceivedRequest } from './received-request.ts'

/** The requests to wait for, and how long to wait. */
export interface WaitOptions {
  /**
   * Only requests for which this returns true. It is called again when a request ends. If it reads
   * `json` and that throws, the request does not match. Default: all.
   */
  readonly where?: ((request: ReceivedRequest) => boolean) | undefined
  /** In milliseconds of real time. Default: 3,000, or in Vitest the time that the test has left. */
  readonly timeout?: number | undefined
  readonly signal?: AbortSignal | undefined
}

const optionNames = ['where', 'timeout', 'signal']

/** Throws a `TypeError` for arguments that would be ignored, or could not be waited for. */
export function checkWait(count: number, options: WaitOptions = {}): void {
  const fault = faultOf(count, options)
  if (fault !== undefined) throw new TypeError(`A wait cannot begin: ${fault}.`)
}

function faultOf(count: number, options: WaitOptions): string | undefined {
  const { where = Boolean, timeout = 0 } = options
  const unknown = Object.keys(options).find((name) => !optionNames.includes(name))
  if (!Number.isSafeInteger(count) || count < 1) return `it is for ${count} requests`
  if (typeof options !== 'object') return `the options are ${options}, and not an object`
  if (unknown !== undefined) return `${unknown} is not one of ${optionNames.join(', ')}`
  if (typeof where !== 'function') return '`where` is not a function'
  if (typeof timeout === 'number' && timeout >= 0) return undefined
  return `timeout is ${timeout}, and not a number from 0 up`
}
