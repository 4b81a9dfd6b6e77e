/**
 * A mock service in this process, without a socket: on any runtime.
 * @packageDocumentation
 */
import { toReceived } from './client/received-request.ts'
import { writeEndpoint } from './client/write-endpoint.ts'
import {
  type AnyApi,
  type AnyEndpoint,
  type Client,
  type ClientOptions,
  createClientOf,
  type EndpointHandle,
  type ReceivedRequest,
  type ResetOptions,
} from './client.ts'
import { type App, type AppOptions, createService } from './http/app.ts'
import { createFetch } from './http/fetch.ts'
import { createJournal, type JournalOptions } from './journal/journal.ts'
import { createMemoryStore } from './memory.ts'

export type * from './mock-types.ts'

/**
 * The key under which a mock, and the handles of its endpoints, tell their requests without a
 * promise: `() => ReceivedRequest[]`. For matchers, which are synchronous.
 */
export const requestsNow: unique symbol = Symbol.for('mock-endpoint.requests')

/** What a mock starts with. */
export interface MockOptions<Api extends object = AnyApi>
  extends Omit<AppOptions, 'store' | 'draining' | 'stopped' | 'page' | 'journal'>,
    Pick<ClientOptions, 'waitTimeout'> {
  /** There from the start, and again after each reset, whatever its options. Default: none. */
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
   * Ends the delays under way, forgets the requests, and adds the endpoints of the options again.
   * With `endpoints: true` it first removes all endpoints: the mock is as it was at its start.
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
  const { app, control, drain, stop } = createService({ ...options, store, journal })
  const client = createClientOf<Api>(control(), {
    baseUrl: typeof baseUrl === 'string' ? () => baseUrl : baseUrl,
    waitTimeout,
  })
  const requestsOf = (endpoint?: string): ReceivedRequest[] =>
    journal.list({ endpoint }).map(toReceived)
  const synchronous = <Name extends string>(handle: EndpointHandle<Name>): EndpointHandle<Name> =>
    Object.assign(handle, { [requestsNow]: () => requestsOf(handle.name) })
  // As they are now, whatever becomes of the values that they are made of.
  const first = endpoints.map(writeEndpoint)
  const addFirst = async (): Promise<void> => {
    for (const endpoint of first) await control().addEndpoint(endpoint)
  }
  await addFirst()

  return {
    ...client,
    add: async (endpoint) => synchronous(await client.add(endpoint)),
    endpoint: (name) => synchronous(client.endpoint(name)),
    [requestsNow]: () => requestsOf(),
    async reset(options) {
      await client.reset(options)
      await addFirst()
    },
    fetch: createFetch(app),
    app,
    async close() {
      drain()
      stop()
    },
  }
}
