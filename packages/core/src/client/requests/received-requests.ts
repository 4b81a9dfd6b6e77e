// The requests that a client lists.
import { type ReceivedRequest, toReceived } from './received-request.ts'
import type { RequestList } from './waiting.ts'

/** Requests in order of arrival. */
export interface ReceivedRequests extends Array<ReceivedRequest> {
  /**
   * Number of requests that are missing here, because the journal was full and dropped them since
   * it was last cleared. `journal: { requests }` sets how many it keeps. Not enumerable.
   */
  readonly dropped: number
}

/** Returns the name of an endpoint. Throws a `TypeError` for an object, which would match none. */
export function checkedName<Name>(name: Name): Name {
  if (typeof name === 'object') throw new TypeError("Call requests(name): requests('orders').")
  return name
}

export function toReceivedRequests({ requests, dropped }: RequestList): ReceivedRequests {
  // Not enumerable, because tests compare the list with plain arrays.
  return Object.defineProperty(requests.map(toReceived), 'dropped', {
    value: dropped,
  }) as ReceivedRequest[] & { dropped: number }
}
