// The requests that a client lists.
import { type ReceivedRequest, toReceived } from './received-request.ts'
import type { RequestList } from './waiting.ts'

/** Requests in order of arrival. */
export interface ReceivedRequests extends Array<ReceivedRequest> {
  /**
   * How many requests the journal forgot since it was last cleared, because it was full: they are
   * missing here. `journal: { requests }` says how many it keeps. Not enumerable.
   */
  readonly dropped: number
}

export function toReceivedRequests({ requests, dropped }: RequestList): ReceivedRequests {
  // Not enumerable: a list is compared with the arrays that a test writes.
  return Object.defineProperty(requests.map(toReceived), 'dropped', {
    value: dropped,
  }) as ReceivedRequest[] & { dropped: number }
}
