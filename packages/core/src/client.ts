/**
 * The typed client of a mock endpoint service, over `fetch`: in Node, in a browser, anywhere.
 * @packageDocumentation
 */
import { createHandle, type EndpointHandle } from './client/handle.ts'
import type { RawJson } from './client/json-writer.ts'
import { type ReceivedRequest, toReceived } from './client/received-request.ts'
import { createRequestSource } from './client/request-source.ts'
import { createWaiting, type DefaultTimeout } from './client/waiting.ts'
import { writeEndpoint } from './client/write-endpoint.ts'
import type { Control, Health } from './control/control.ts'
import { createWire } from './control/wire.ts'
import type { Endpoint } from './model/endpoint.ts'
import { Problem, type ProblemCode } from './model/problem.ts'
import { toSegment } from './model/segment.ts'

export { describeRequest, describeRequests } from './client/describe-requests.ts'
export type { EndpointHandle } from './client/handle.ts'
export { type RawJson, rawJson } from './client/json-writer.ts'
export type { ReceivedRequest } from './client/received-request.ts'
export { visible } from './client/visible.ts'
export type { DefaultTimeout, WaitOptions } from './client/waiting.ts'
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
export { type Endpoint, endpointToJson } from './model/endpoint.ts'
export { type Fault, Problem, type ProblemCode, type ProblemExtensions } from './model/problem.ts'
export type { Outcome, RecordedRequest } from './model/request.ts'

/** What JSON can hold, as far as a type can say it: the rest is checked when it is sent. */
export type Data = string | number | boolean | null | object

/** The endpoints of a service when nothing is said of them: any name, any data. */
export type AnyApi = Readonly<Record<string, Data>>

/** The names of an API: an interface from names to the types of their data. */
export type NameOf<Api extends object> = Extract<keyof Api, string>

/** An endpoint to add. */
export interface NewEndpoint<Name extends string = string, Type = Data> {
  /** The last path segment of its URL: 1-255 bytes of UTF-8, case-sensitive. */
  readonly name: Name
  /** What it answers. `rawJson` says what a value cannot. */
  readonly data: Type | RawJson
  /** The HTTP status of the answer, 200-599. Default: 200. */
  readonly statusCode?: number | undefined
  /** The wait before the answer, in milliseconds. Default: 0. */
  readonly delay?: number | undefined
}

/** Any of an API's endpoints, to add. */
export type AnyEndpoint<Api extends object> = {
  readonly [Name in NameOf<Api>]: NewEndpoint<Name, Api[Name]>
}[NameOf<Api>]

/** An endpoint as the service has it. */
export interface StoredEndpoint<Name extends string = string, Type = Data> {
  readonly name: Name
  /** Parsed: digits that a number cannot hold are lost here, not in what the endpoint answers. */
  readonly data: Type
  readonly statusCode: number
  readonly delay: number
}

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
export interface Client<Api extends object = AnyApi> {
  /**
   * Adds the endpoint, or replaces the one of that name, whole. What JSON cannot hold
   * (`undefined`, functions, BigInt, cycles, NaN) is refused before it leaves: `invalid-endpoint`.
   */
  add<Name extends NameOf<Api>>(
    endpoint: NewEndpoint<Name, Api[Name]>,
  ): Promise<EndpointHandle<Name>>
  /** The endpoint of that name, or `undefined`. */
  get<Name extends NameOf<Api>>(name: Name): Promise<StoredEndpoint<Name, Api[Name]> | undefined>
  /** The endpoints in the order of their names, fetched page by page as they are asked for. */
  list(options?: ListOptions): AsyncIterable<StoredEndpoint<NameOf<Api>, Api[NameOf<Api>]>>
  /** Removes the endpoint of that name. Resolves to whether there was one. */
  remove(name: NameOf<Api>): Promise<boolean>
  /** Removes every endpoint. Resolves to how many there were. */
  clear(): Promise<number>
  /** The handle of an endpoint, whether it is there or not. Asks nobody. */
  endpoint<Name extends NameOf<Api>>(name: Name): EndpointHandle<Name>
  /** What was asked, in order of arrival: of one endpoint, or all, unmatched ones included. */
  requests(name?: NameOf<Api>): Promise<ReceivedRequest[]>
  /**
   * Ends the delays under way and forgets the requests; with `endpoints: true`, removes the
   * endpoints too.
   */
  reset(options?: ResetOptions): Promise<void>
  /** How the service is; a degraded one is an answer, not a problem. */
  health(): Promise<Health>
  /** Where the endpoint of that name answers; without a name, the URL of the service itself. */
  url(name?: NameOf<Api>): string
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
}

/** A client of the service at `baseUrl`. Throws a `TypeError` when that is not a URL; calls nobody yet. */
export function createClient<Api extends object = AnyApi>(options: ClientOptions): Client<Api> {
  const baseUrl = parseBaseUrl(options.baseUrl)
  const control = createWire({ baseUrl, token: options.token, fetch: options.fetch })
  return createClientOf<Api>(control, { baseUrl: () => baseUrl, waitTimeout: options.waitTimeout })
}

/** What a client needs beside the operations that it calls. */
export interface ClientOfOptions extends Pick<ClientOptions, 'waitTimeout'> {
  /** What its URLs begin with, without a slash at the end. */
  readonly baseUrl: () => string
}

/** The typed client of any control API: one in this process, or one behind a URL. */
export function createClientOf<Api extends object = AnyApi>(
  control: Control,
  { baseUrl, waitTimeout = 3_000 }: ClientOfOptions,
): Client<Api> {
  const url = (name?: string): string =>
    name === undefined ? baseUrl() : `${baseUrl()}/endpoint/${toSegment(name)}`
  const source = createRequestSource(control)
  const timeout = typeof waitTimeout === 'number' ? () => waitTimeout : waitTimeout
  const waiting = createWaiting(source, timeout)
  const handle = <Name extends string>(name: Name): EndpointHandle<Name> =>
    createHandle(name, url(name), source, waiting(name))

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
    requests: async (name) => (await source.list(name)).map(toReceived),
    reset: (what = {}) => control.reset(JSON.stringify(what)),
    health: () => control.getHealth(undefined),
    url,
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
