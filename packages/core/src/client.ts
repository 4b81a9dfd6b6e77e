/**
 * The typed client of a mock endpoint service, over `fetch`: in Node, in a browser, anywhere.
 * @packageDocumentation
 */
import type { AnyApi, DataFor, NameOf, NewEndpoint, StoredEndpoint } from './client/api.ts'
import { createHandle, type EndpointHandle } from './client/handle.ts'
import type { JsonOf } from './client/json-of.ts'
import { type ReceivedRequests, toReceivedRequests } from './client/received-requests.ts'
import { createRequestSource } from './client/request-source.ts'
import { createWaiting, type DefaultTimeout, type Waits } from './client/waiting.ts'
import { writeEndpoint } from './client/write-endpoint.ts'
import type { Control, Health } from './control/control.ts'
import { createWire } from './control/wire.ts'
import type { Endpoint } from './model/endpoint.ts'
import { Problem, type ProblemCode } from './model/problem.ts'
import { toSegment } from './model/segment.ts'

export type {
  AnyApi,
  AnyEndpoint,
  Data,
  DataFor,
  ErrorStatus,
  NameOf,
  NewEndpoint,
  NewErrorEndpoint,
  StoredEndpoint,
} from './client/api.ts'
export { describeRequest, describeRequests } from './client/describe-requests.ts'
export type { EndpointHandle } from './client/handle.ts'
export type { JsonOf } from './client/json-of.ts'
export { type RawJson, rawJson } from './client/json-writer.ts'
export type { ReceivedRequest, RequestSnapshot } from './client/received-request.ts'
export type { ReceivedRequests } from './client/received-requests.ts'
export { visible } from './client/visible.ts'
export type { DefaultTimeout, WaitOptions, Waits } from './client/waiting.ts'
export type {
  Control,
  EndpointPage,
  EndpointQuery,
  Health,
  OperationName,
  Operations,
} from './control/control.ts'
export { type KeepFollowingOptions, keepFollowing } from './control/keep-following.ts'
export { requestPages } from './control/request-pages.ts'
export { createWire, type WireOptions } from './control/wire.ts'
export { WireError } from './control/wire-error.ts'
export type {
  FollowQuery,
  JournalEvent,
  PageQuery,
  RequestFilter,
  RequestPage,
} from './journal/view.ts'
export type { Answer, HeaderPairs } from './model/answer.ts'
export type { Clock, Timer } from './model/clock.ts'
export { type Endpoint, endpointToJson } from './model/endpoint.ts'
export {
  type Fault,
  Problem,
  type ProblemCode,
  type ProblemExtensions,
  type ProblemOptions,
} from './model/problem.ts'
export type { Outcome, RecordedRequest } from './model/request.ts'
export type {
  ListedRule,
  NetworkFault,
  Rule,
  RuleAnswer,
  RuleBody,
  RuleChunk,
  RuleEvent,
  RuleMismatch,
  RuleWhen,
} from './model/rule.ts'
export { ruleToJson } from './model/rule-json.ts'

/**
 * The key under which a mock, and the handles of its endpoints, tell their requests without a
 * promise: `() => ReceivedRequests`. For matchers, which are synchronous.
 */
export const requestsNow: unique symbol = Symbol.for('mock-endpoint.requests')

/** Which endpoints to list. */
export interface ListOptions {
  /** Only names that begin with this. */
  readonly prefix?: string
  /** How many are fetched at a time, 1-1000. Default: 100. */
  readonly pageSize?: number
}

/** What to reset. */
export interface ResetOptions {
  /** Whether to remove the endpoints too. Default: false, so added endpoints stay. */
  readonly endpoints?: boolean
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
  ): Promise<EndpointHandle<Name>>
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
  endpoint<Name extends NameOf<Api>>(name: Name): EndpointHandle<Name>
  /** What was asked, in order of arrival: of one endpoint, or all, unmatched ones included. */
  requests(name?: NameOf<Api>): Promise<ReceivedRequests>
  /**
   * Ends the delays under way, gives up the waits of this client and forgets the requests; with
   * `endpoints: true`, removes the endpoints too.
   */
  reset(options?: ResetOptions): Promise<void>
  /** How the service is; a degraded one is an answer, not a problem. `unreadable` names endpoints. */
  health(): Promise<Health>
  /** Where the endpoint of that name answers; without a name, the URL of the service itself. */
  url(name?: NameOf<Api>): string
  /**
   * What the URLs of all endpoints begin with, such as `http://localhost:16540/endpoint`: for a
   * program that takes a base URL and adds `/orders` itself.
   */
  readonly baseUrl: string
}

/** Which service to call, and how. */
export interface ClientOptions {
  /** The URL of the service, such as `http://localhost:16540`. */
  readonly baseUrl: string | URL
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

/** A client of the service at `baseUrl`. Throws a `TypeError` when that is not a URL; calls nobody yet. */
export function createClient<Api extends object = AnyApi>(options: ClientOptions): Client<Api> {
  const baseUrl = parseBaseUrl(options.baseUrl)
  const control = createWire({ baseUrl, token: options.token, fetch: options.fetch })
  const { waitTimeout, waitScope } = options
  return createClientOf<Api>(control, { baseUrl: () => baseUrl, waitTimeout, waitScope })
}

/** What a client needs beside the operations that it calls. */
export interface ClientOfOptions extends Pick<ClientOptions, 'waitTimeout' | 'waitScope'> {
  /** What its URLs begin with, without a slash at the end. */
  readonly baseUrl: () => string
}

/** The typed client of any control API: one in this process, or one behind a URL. */
export function createClientOf<Api extends object = AnyApi>(
  control: Control,
  { baseUrl, waitTimeout = 3_000, waitScope }: ClientOfOptions,
): Client<Api> {
  const url = (name?: string): string =>
    name === undefined ? baseUrl() : `${baseUrl()}/endpoint/${toSegment(name)}`
  const source = createRequestSource(control)
  const timeout = typeof waitTimeout === 'number' ? () => waitTimeout : waitTimeout
  const waiting = createWaiting(source, { timeout, scope: waitScope })
  const handle = <Name extends string>(name: Name): EndpointHandle<Name> =>
    createHandle(name, url(name), source, waiting)

  return {
    async add(endpoint) {
      await control.addEndpoint(writeEndpoint(endpoint))
      return handle(endpoint.name)
    },
    async get(name) {
      const endpoint = await unless('endpoint-not-found', control.getEndpoint(name))
      return endpoint && toStored(endpoint)
    },
    async *list({ prefix = '', pageSize: limit = 100 } = {}) {
      let after: string | undefined
      do {
        const { endpoints, next } = await control.listEndpoints({ prefix, limit, after })
        for (const endpoint of endpoints) yield toStored(endpoint)
        after = next ?? undefined
      } while (after !== undefined)
    },
    async remove(name) {
      const removed = await unless('endpoint-not-found', control.removeEndpoint(name))
      return removed !== undefined
    },
    clear: () => control.clearEndpoints(undefined),
    endpoint: handle,
    requests: async (name) => toReceivedRequests(await source.list(name)),
    async reset(what = {}) {
      await control.reset(JSON.stringify(what))
      waiting.giveUp('the mock was reset')
    },
    health: () => control.getHealth(undefined),
    url,
    get baseUrl() {
      return `${baseUrl()}/endpoint`
    },
    ...waiting.of(),
  }
}

/** What a call resolves to, or `undefined` when it rejects with that problem. */
async function unless<T>(code: ProblemCode, call: Promise<T>): Promise<T | undefined> {
  try {
    return await call
  } catch (error) {
    if (error instanceof Problem && error.code === code) return undefined
    throw error
  }
}

/** The record as the client shows it. That the data has its type was said when it was added. */
function toStored<Name extends string, Type>({
  data,
  ...rest
}: Endpoint): StoredEndpoint<Name, Type> {
  return { ...rest, data: JSON.parse(data) } as StoredEndpoint<Name, Type>
}

function parseBaseUrl(baseUrl: string | URL): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined
  if (url && /^https?:$/.test(url.protocol)) return (url.origin + url.pathname).replace(/\/+$/, '')
  const message = `baseUrl must be a URL such as http://localhost:16540, not \`${baseUrl}\`.`
  throw new TypeError(message)
}
