/**
 * A mock service in this process, without a socket: on any runtime.
 * @packageDocumentation
 */
import { writeEndpoint } from './client/write-endpoint.ts'
import {
  type AnyApi,
  type AnyEndpoint,
  type Client,
  type ClientOptions,
  createClientOf,
  type EndpointHandle,
  type ReceivedRequests,
  type ResetOptions,
  requestsNow,
} from './client.ts'
import { type App, type AppOptions, createService } from './http/app.ts'
import { createFetch } from './http/fetch.ts'
import type { JournalLimits } from './journal/journal.ts'
import { createMemoryStore } from './memory.ts'
import { checkOptions, mockChecks, type OptionCheck } from './mock/check-options.ts'
import { createMockJournal } from './mock/mock-journal.ts'
import { untilClosed } from './mock/until-closed.ts'

export {
  checkOptions,
  commonChecks,
  mockServerChecks,
  type OptionCheck,
  type OptionChecks,
  portCheck,
} from './mock/check-options.ts'
export type * from './mock-types.ts'
export { requestsNow }

/** What a mock starts with. */
export interface MockOptions<Api extends object = AnyApi>
  extends Omit<AppOptions, 'store' | 'draining' | 'stopped' | 'page' | 'journal'>,
    Pick<ClientOptions, 'waitTimeout' | 'waitScope'> {
  /** There from the start, and again after each reset, whatever its options. Default: none. */
  readonly endpoints?: readonly AnyEndpoint<NoInfer<Api>>[] | undefined
  /** How much is kept of what was asked. Secrets are kept as well. */
  readonly journal?: JournalLimits | undefined
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
  readonly [requestsNow]: () => ReceivedRequests
  /**
   * Ends the delays under way, forgets the requests, and adds the endpoints of the options again.
   * With `endpoints: true` it first removes all endpoints: the mock is as it was at its start.
   */
  reset(options?: ResetOptions): Promise<void>
  /**
   * Ends delays and waits, also those that begin later, and says so in its health. Calls that would
   * change the mock reject from then on.
   */
  close(): Promise<void>
}

const baseUrlCheck: OptionCheck = [
  (value) => typeof value === 'string' || typeof value === 'function',
  'a URL such as http://localhost:16540, or a function that returns one',
]

/**
 * A mock service in memory. Its control API is called as methods and needs no HTTP. Rejects with a
 * `Problem` when one of `endpoints` is not valid, and with a `TypeError` when another option is not.
 * Delays go by the global timers, looked up when they are set, so fake timers drive them.
 */
export async function createMock<Api extends object = AnyApi>(
  given: MockOptions<Api> = {},
): Promise<Mock<Api>> {
  checkOptions('createMock()', given, { ...mockChecks, baseUrl: baseUrlCheck })
  const {
    endpoints = [],
    baseUrl = 'http://localhost',
    journal: kept,
    waitTimeout,
    waitScope,
    ...options
  } = given
  const store = createMemoryStore()
  const { journal, requestsOf, renew } = createMockJournal({ ...kept, clock: options.clock }, store)
  const { app, control, drain, stop } = createService({ ...options, store, journal })
  let isClosed = false
  const client = createClientOf<Api>(
    untilClosed(control(), () => isClosed),
    { baseUrl: typeof baseUrl === 'string' ? () => baseUrl : baseUrl, waitTimeout, waitScope },
  )
  const withRequests = <Name extends string>(handle: EndpointHandle<Name>): EndpointHandle<Name> =>
    Object.assign(handle, {
      requests: async () => requestsOf(handle.name),
      [requestsNow]: () => requestsOf(handle.name),
    })
  // As they are now, whatever becomes of the values that they are made of.
  const first = endpoints.map(writeEndpoint)
  const addFirst = async (): Promise<void> => {
    for (const endpoint of first) await control().addEndpoint(endpoint)
  }
  await addFirst()

  return {
    ...client,
    get baseUrl() {
      return client.baseUrl
    },
    add: async (endpoint) => withRequests(await client.add(endpoint)),
    endpoint: (name) => withRequests(client.endpoint(name)),
    requests: async (name) => requestsOf(name),
    [requestsNow]: () => requestsOf(),
    reset(options) {
      const reset = async (): Promise<void> => {
        await client.reset(options)
        await addFirst()
      }
      return options?.endpoints ? renew(reset) : reset()
    },
    fetch: createFetch(app),
    app,
    async close() {
      isClosed = true
      drain()
      stop()
    },
  }
}
