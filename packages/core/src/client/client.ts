// The client of one service, as an interface.
import type { Health } from '../control/control.ts'
import type { AnyApi, DataFor, NameOf, NewEndpoint, StoredEndpoint } from './api.ts'
import type { NewDelivery } from './deliveries/new-delivery.ts'
import type { SentDelivery } from './deliveries/sent-delivery.ts'
import type { EndpointHandle } from './handle.ts'
import type { JsonOf } from './json-of.ts'
import type { ReceivedRequests } from './requests/received-requests.ts'
import type { DefaultTimeout, Waits } from './requests/waiting.ts'
import type { AnyResponse } from './rules/new-rule.ts'
import type { RuleState } from './rules/rule-state.ts'

/** Which endpoints to list. */
export interface ListOptions {
  /** Only names that begin with this. */
  readonly prefix?: string
  /** How many are fetched at a time, 1-1000. Default: 100. */
  readonly pageSize?: number
}

/** What to reset. */
export interface ResetOptions {
  /** Whether to remove the endpoints too, with their rules. Default: false, so added endpoints stay. */
  readonly endpoints?: boolean
  /** Whether to remove the permanent rules too. Default: false, so they stay. */
  readonly rules?: boolean
}

/** Which held requests to release, and what they are answered. */
export interface ReleaseOptions<Name extends string = string> {
  /** Only those that are held at this endpoint. Default: all. */
  readonly endpoint?: Name | undefined
  /** What is laid over the responses of their rules. Default: nothing. */
  readonly response?: AnyResponse | undefined
}

/**
 * The control API of one service. `Api` is an interface from names to the types of their data; with
 * it names complete and data is checked.
 *
 * Every method rejects with the `Problem` that the service answered, and with an `Error` when no
 * service answers.
 */
export interface Client<Api extends object = AnyApi> extends Waits {
  /**
   * Adds the endpoint, or replaces the one of that name, whole. What JSON cannot hold
   * (`undefined`, functions, BigInt, cycles, NaN) is refused before it leaves: `invalid-endpoint`.
   */
  add<Name extends NameOf<Api>, Status extends number = number>(
    endpoint: NewEndpoint<Name, DataFor<Status, Api[Name]>, Status>,
  ): Promise<EndpointHandle<Name, Api[Name]>>
  /** The endpoint of that name, or `undefined`. */
  get<Name extends NameOf<Api>>(
    name: Name,
  ): Promise<StoredEndpoint<Name, JsonOf<Api[Name]>> | undefined>
  /**
   * The endpoints in the order of their names, fetched page by page as they are asked for. Those that
   * the service cannot read are left out: `health` names them afterwards.
   */
  list(options?: ListOptions): AsyncIterable<StoredEndpoint<NameOf<Api>, JsonOf<Api[NameOf<Api>]>>>
  /** Removes the endpoint of that name. Resolves to whether there was one. */
  remove(name: NameOf<Api>): Promise<boolean>
  /** Removes every endpoint. Resolves to how many there were. */
  clear(): Promise<number>
  /** The handle of an endpoint, whether it is there or not. Asks nobody. */
  endpoint<Name extends NameOf<Api>>(name: Name): EndpointHandle<Name, Api[Name]>
  /**
   * The rules, of one endpoint or all, by the names of their endpoints and those of one in the order
   * in which they are tried. Fetched page by page as they are asked for.
   */
  rules(name?: NameOf<Api>): AsyncIterable<RuleState<NameOf<Api>>>
  /** Removes every rule, or those of one endpoint. Resolves to how many there were. */
  clearRules(name?: NameOf<Api>): Promise<number>
  /** Releases the requests that rules hold, of one endpoint or all. Resolves to how many there were. */
  release(options?: ReleaseOptions<NameOf<Api>>): Promise<number>
  /**
   * Sends a webhook, or several: signed, and again if nobody takes them. Resolves when the service has
   * taken the task, before anything is sent; `await delivery.done` to know what became of it.
   */
  send(delivery: NewDelivery): Promise<SentDelivery>
  /** The requests so far, in order of arrival: those of one endpoint, or all, also unmatched ones. */
  requests(name?: NameOf<Api>): Promise<ReceivedRequests>
  /**
   * Ends the delays and holds under way, cancels the deliveries, gives up the waits of this client, and
   * forgets the requests and the temporary rules. Other rules stay, unless it is told `rules: true`, and so do the
   * endpoints, unless it is told `endpoints: true`.
   */
  reset(options?: ResetOptions): Promise<void>
  /** How the service is; a degraded one is a response, not a problem. `unreadable` names endpoints. */
  health(): Promise<Health>
  /**
   * Where the endpoint of that name answers, and what is below it: `orders`, `orders/7`. Without a
   * name, the URL of the service itself.
   */
  url(name?: NameOf<Api> | `${NameOf<Api>}/${string}`): string
  /**
   * What the URLs of all endpoints begin with, such as `http://localhost:16540/endpoint`: for a
   * program that takes a base URL and adds `/orders` itself.
   */
  readonly baseUrl: string
}

/** Which service to call, and how. */
export interface ClientOptions {
  /** The URL of the service, such as `http://localhost:16540`. */
  readonly url: string | URL
  /** The token that the service was started with. Default: none. */
  readonly token?: string | undefined
  /** Makes the calls. Default: the global `fetch`, looked up at each call. */
  readonly fetch?: typeof globalThis.fetch | undefined
  /** How long `waitForRequest` waits when it is not told, in milliseconds. Default: 3,000. */
  readonly waitTimeout?: number | DefaultTimeout | undefined
  /**
   * Is asked as a wait begins. When the signal aborts, the wait is given up; the signal's reason says
   * why, such as `its test is over`. Default: waits go on until their time is up.
   */
  readonly waitScope?: (() => AbortSignal | undefined) | undefined
}
