// What a client hands out for one endpoint.
import { type ReceivedRequests, toReceivedRequests } from './received-requests.ts'
import type { RequestSource, Waiting, Waits } from './waiting.ts'

/** One endpoint of a service. */
export interface EndpointHandle<Name extends string = string> extends Waits {
  readonly name: Name
  /** Where it answers, such as `http://localhost:16540/endpoint/orders`. */
  readonly url: string
  /** The requests that it got so far, in order of arrival. */
  requests(): Promise<ReceivedRequests>
}

export function createHandle<Name extends string>(
  name: Name,
  url: string,
  source: RequestSource,
  waiting: Waiting,
): EndpointHandle<Name> {
  const requests = async (): Promise<ReceivedRequests> =>
    toReceivedRequests(await source.list(name))
  return { name, url, requests, ...waiting.of(name) }
}
