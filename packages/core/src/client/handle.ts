// What a client hands out for one endpoint.
import type { ReceivedRequest } from './received-request.ts'
import { toReceived } from './received-request.ts'
import type { RequestSource, WaitForRequests, WaitOptions } from './waiting.ts'

/** One endpoint of a service. */
export interface EndpointHandle<Name extends string = string> {
  readonly name: Name
  /** Where it answers, such as `http://localhost:16540/endpoint/orders`. */
  readonly url: string
  /** The requests that it got so far, in order of arrival. */
  requests(): Promise<ReceivedRequest[]>
  /**
   * The next request that no earlier wait has handed out: one that came already, or the first to
   * come. It may still be waiting for its delay. Rejects when the time is up, with all requests in
   * the message, and with the signal's reason when it aborts.
   */
  waitForRequest(options?: WaitOptions): Promise<ReceivedRequest>
  /** The next `count` of them, together. */
  waitForRequests(count: number, options?: WaitOptions): Promise<ReceivedRequest[]>
}

export function createHandle<Name extends string>(
  name: Name,
  url: string,
  source: RequestSource,
  wait: WaitForRequests,
): EndpointHandle<Name> {
  return {
    name,
    url,
    requests: async () => (await source.list(name)).map(toReceived),
    async waitForRequest(options) {
      const [request] = await wait(1, options)
      return request as ReceivedRequest
    },
    waitForRequests: wait,
  }
}
