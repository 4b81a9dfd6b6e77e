// The interface of a client of one service.
import type { Health } from '../control/control.ts'
import type { AnyApi, DataFor, NameOf, NewEndpoint, StoredEndpoint } from './api.ts'
import type { NewDelivery } from './deliveries/new-delivery.ts'
import type { SentDelivery } from './deliveries/sent-delivery.ts'
import type { EndpointHandle } from './handle.ts'
import type { JsonOf } from './json-of.ts'
import type { ReceivedRequests } from './requests/received-requests.ts'
import type { DefaultTimeout, Waits } from './requests/waiting.ts'
import type { GivenResponse } from './rules/new-rule.ts'
import type { RuleState } from './rules/rule-state.ts'

/** The endpoints to list. */
export interface ListOptions {
  /** Only names that begin with this. */
  readonly prefix?: string | undefined
  /** Number of endpoints fetched per call, 1 to 1000. Default: 100. */
  readonly pageSize?: number | undefined
}

/** Options of a reset. */
export interface ResetOptions {
  /** Whether to remove the endpoints and their rules too. Default: false, so they stay. */
  readonly endpoints?: boolean | undefined
  /** Whether to remove the permanent rules too. Default: false, so they stay. */
  readonly rules?: boolean | undefined
}

/** The held requests to release, and changes to their responses. */
export interface ReleaseOptions<Name extends string = string> {
  /** Only requests held at this endpoint. Default: all. */
  readonly endpoint?: Name | undefined
  /** Overrides the responses of their rules. Default: no change. */
  readonly response?: GivenResponse | undefined
}

/**
 * The control API of one service. `Api` is an interface from names to the types of their data. With
 * it, your editor completes names, and wrong data is a compile error.
 *
 * Every method rejects with the `Problem` in the response of the service, or with an `Error` if no
 * service responds.
 */
export interface Client<Api extends object = AnyApi> extends Waits {
  /**
   * Adds the endpoint, or replaces the whole endpoint with that name. Data that JSON cannot hold
   * (`undefined`, functions, BigInt, cycles, NaN) is refused before it is sent: `invalid-endpoint`.
   */
  add<Name extends NameOf<Api>, Status extends number = number>(
    endpoint: NewEndpoint<Name, DataFor<Status, Api[Name]>, Status>,
  ): Promise<EndpointHandle<Name, Api[Name]>>
  /** Resolves to the endpoint with that name, or to `undefined`. */
  get<Name extends NameOf<Api>>(
    name: Name,
  ): Promise<StoredEndpoint<Name, JsonOf<Api[Name]>> | undefined>
  /**
   * Lists the endpoints in the order of their names, and fetches them page by page on demand.
   * Endpoints that the service cannot read are left out. `health` then includes their names.
   */
  list(options?: ListOptions): AsyncIterable<StoredEndpoint<NameOf<Api>, JsonOf<Api[NameOf<Api>]>>>
  /** Removes the endpoint with that name. Resolves to whether there was one. */
  remove(name: NameOf<Api>): Promise<boolean>
  /** Removes all endpoints. Resolves to how many there were. */
  clear(): Promise<number>
  /** Returns the handle of an endpoint, whether it exists or not. Makes no call. */
  endpoint<Name extends NameOf<Api>>(name: Name): EndpointHandle<Name, Api[Name]>
  /**
   * Lists the rules of one endpoint or all, sorted by endpoint name. Rules of one endpoint are in
   * the order in which they are tried. Fetches them page by page on demand.
   */
  rules(name?: NameOf<Api>): AsyncIterable<RuleState<NameOf<Api>>>
  /** Removes all rules, or the rules of one endpoint. Resolves to how many there were. */
  clearRules(name?: NameOf<Api>): Promise<number>
  /** Releases held requests, of one endpoint or all. Resolves to how many there were. */
  release(options?: ReleaseOptions<NameOf<Api>>): Promise<number>
  /**
   * Sends one or more webhooks, optionally signed and with retries. Resolves when the service has
   * accepted the delivery, before anything is sent. Await `delivery.done` for the result.
   */
  send(delivery: NewDelivery): Promise<SentDelivery>
  /** Resolves to the requests of one endpoint, or all (unmatched ones too), in order of arrival. */
  requests(name?: NameOf<Api>): Promise<ReceivedRequests>
  /**
   * Ends the delays and holds in progress, cancels the deliveries and the waits of this client, and
   * removes the recorded requests and the temporary rules. With `rules: true`, it also removes the
   * permanent rules; with `endpoints: true`, the endpoints and all rules.
   */
  reset(options?: ResetOptions): Promise<void>
  /** Resolves to the health, also if the service is degraded. `unreadable` lists endpoint names. */
  health(): Promise<Health>
  /**
   * Returns the URL of an endpoint, or of a path below it: `orders`, `orders/7`. Without a name,
   * returns the URL of the service itself.
   */
  url(name?: NameOf<Api> | `${NameOf<Api>}/${string}`): string
  /**
   * The base URL of all endpoints, such as `http://localhost:16540/endpoint`, for a program that
   * takes a base URL and adds `/orders` itself.
   */
  readonly baseUrl: string
}

/** The service to call, and how to call it. */
export interface ClientOptions {
  /** The URL of the service, such as `http://localhost:16540`. */
  readonly url: string | URL
  /** The token that the service was started with. Default: none. */
  readonly token?: string | undefined
  /** Makes the calls. Default: the global `fetch`, looked up at each call. */
  readonly fetch?: typeof globalThis.fetch | undefined
  /** The timeout of waits that do not set one, in milliseconds. Default: 3,000. */
  readonly waitTimeout?: number | DefaultTimeout | undefined
  /**
   * Called when a wait begins. If the returned signal aborts, the wait is cancelled, and its error
   * has the signal's reason, such as `its test is over`. Default: waits last until their timeout.
   */
  readonly waitScope?: (() => AbortSignal | undefined) | undefined
}
