/**
 * A mock service in this process, without a socket: on any runtime.
 * @packageDocumentation
 */
import { createHandle } from './client/handle.ts'
import { toReceived } from './client/received-request.ts'
import { createWaiting } from './client/waiting.ts'
import { toSegment, writeEndpoint } from './client/write-endpoint.ts'
import {
  type AnyApi,
  type AnyEndpoint,
  type Client,
  type ClientOptions,
  type EndpointHandle,
  type ReceivedRequest,
  type ResetOptions,
  type StoredEndpoint,
  toTimeout,
} from './client.ts'
import { toRecord } from './engine/entry.ts'
import { createJournal, type JournalOptions } from './engine/journal.ts'
import { createLocalRequests } from './engine/local-requests.ts'
import { type App, type AppOptions, createService } from './http/app.ts'
import { createFetch } from './http/fetch.ts'
import { cancelled } from './http/reset-api.ts'
import { checkHealth } from './http/service-api.ts'
import { createMemoryStore } from './memory.ts'
import type { Endpoint } from './model/endpoint.ts'
import { parseEndpoint } from './model/parse-endpoint.ts'

/**
 * The key under which a mock, and the handles of its endpoints, tell their requests without a
 * promise: `() => ReceivedRequest[]`. For matchers, which are synchronous.
 */
export const requestsNow: unique symbol = Symbol.for('mock-endpoint.requests')

/** What a mock starts with. */
export interface MockOptions<Api extends object = AnyApi>
  extends Omit<AppOptions, 'store' | 'draining' | 'stopped' | 'page' | 'journal'>,
    Pick<ClientOptions, 'waitTimeout'> {
  /** There from the start, and again after each reset. Default: none. */
  readonly endpoints?: readonly AnyEndpoint<NoInfer<Api>>[] | undefined
  /** How much is kept of what was asked. Secrets are kept as well. */
  readonly journal?: Omit<JournalOptions, 'clock'>
  /** What its URLs begin with, or what tells it once it is known. Default: `http://localhost`. */
  readonly baseUrl?: string | (() => string)
}

/** A mock service, and the client of its control API. */
export interface Mock<Api extends object = AnyApi> extends Client<Api> {
  /**
   * Asks it: same answers as over a socket, same delays. URLs may be relative; the host of an
   * absolute one does not matter. Rejects when the caller's signal aborts.
   */
  readonly fetch: typeof globalThis.fetch
  /** The app that answers. */
  readonly app: App
  /** What was asked so far, in order of arrival. */
  readonly [requestsNow]: () => ReceivedRequest[]
  /**
   * Back to how it started: delays end, endpoints are removed, and those of the options are there
   * again. `endpoints: false` leaves the endpoints alone.
   */
  reset(options?: ResetOptions): Promise<void>
  /** Ends delays, also those that are asked for later, and says so in its health. */
  close(): Promise<void>
}

/**
 * A mock service in memory. Its control API is called as methods and needs no HTTP. Rejects with a
 * `Problem` when one of `endpoints` is not valid. Delays go by the global timers, looked up when
 * they are set, so fake timers drive them.
 */
export async function createMock<Api extends object = AnyApi>({
  endpoints = [],
  baseUrl = 'http://localhost',
  journal: kept,
  waitTimeout,
  ...options
}: MockOptions<Api> = {}): Promise<Mock<Api>> {
  const store = createMemoryStore()
  const journal = createJournal({ ...kept, clock: options.clock })
  const service = createService({ ...options, store, journal })
  const { app, registry, delays, isDraining, drain, stop } = service
  const source = createLocalRequests(journal)
  const waiting = createWaiting(source, toTimeout(waitTimeout))
  const url = (name?: string): string => {
    const base = typeof baseUrl === 'string' ? baseUrl : baseUrl()
    return name === undefined ? base : `${base}/endpoint/${toSegment(name)}`
  }
  const handle = <Name extends string>(name: Name): EndpointHandle<Name> =>
    Object.assign(createHandle(name, url(name), source, waiting(name)), {
      [requestsNow]: () => requestsOf(name),
    })
  const requestsOf = (endpoint?: string): ReceivedRequest[] =>
    journal.arrivedAfter(0, { endpoint }).map(toRecord).map(toReceived)
  // As they are now, whatever becomes of the values that they are made of.
  const first = endpoints.map((endpoint) => parseEndpoint(writeEndpoint(endpoint)))
  for (const endpoint of first) await registry.add(endpoint)

  return {
    async add(endpoint) {
      await registry.add(parseEndpoint(writeEndpoint(endpoint)))
      return handle(endpoint.name)
    },
    async get(name) {
      const endpoint = await registry.get(possible(name))
      return endpoint && toStored(endpoint)
    },
    async *list({ prefix = '' } = {}) {
      for await (const endpoint of registry.list({ prefix })) yield toStored(endpoint)
    },
    remove: async (name) => registry.remove(possible(name)),
    clear: () => registry.clear(),
    endpoint: handle,
    requests: async (name) => (await source.list(name)).map(toReceived),
    [requestsNow]: () => requestsOf(),
    async reset({ endpoints: all = true } = {}) {
      delays.cancel(cancelled)
      journal.clear()
      if (!all) return
      await registry.clear()
      for (const endpoint of first) await registry.add(endpoint)
    },
    health: () => checkHealth({ registry, store, isDraining }),
    url,
    fetch: createFetch(app),
    app,
    async close() {
      drain()
      stop()
    },
  }
}

/** Throws for a name that no path can hold, as the client of a remote service does. */
function possible(name: string): string {
  toSegment(name)
  return name
}

/** The record as the client shows it. That the data has its type was said when it was added. */
function toStored<Name extends string, Type>({
  data,
  ...rest
}: Endpoint): StoredEndpoint<Name, Type> {
  return { ...rest, data: JSON.parse(data) } as StoredEndpoint<Name, Type>
}
