/**
 * A mock service in this process, without a socket, on any runtime.
 * @module @mock-endpoint/core/mock
 */
import { checkedName } from './client/requests/received-requests.ts'
import { writeEndpoint } from './client/write-endpoint.ts'
import {
  type AnyApi,
  type AnyEndpoint,
  type Client,
  type ClientOptions,
  createClientOf,
  type DataFor,
  drawnSeedNow,
  type EndpointHandle,
  type InProcess,
  type MockRule,
  type NameOf,
  type NewEndpoint,
  type ReceivedRequests,
  type ResetOptions,
  requestsNow,
  responseFailuresNow,
  unusedRulesNow,
} from './client.ts'
import { createFetch } from './http/adapters/fetch.ts'
import { type App, createService } from './http/app.ts'
import type { AppOptions } from './http/app-options.ts'
import type { JournalLimits } from './journal/journal.ts'
import { createMemoryStore } from './memory.ts'
import { addOfOption, createAddRecords, type MockRecords } from './mock/add-records.ts'
import {
  callbackCheck,
  checkOptions,
  mockChecks,
  type OptionCheck,
  originsCheck,
  recordsCheck,
} from './mock/check-options.ts'
import type { MockEndpointHandle } from './mock/mock-handle.ts'
import { createMockJournal } from './mock/mock-journal.ts'
import { createMockRules } from './mock/mock-rules.ts'
import { untilClosed } from './mock/until-closed.ts'

export type { MockRecords } from './mock/add-records.ts'
export {
  checkOptions,
  commonChecks,
  fromCheck,
  mockServerChecks,
  type OptionCheck,
  type OptionChecks,
  portCheck,
} from './mock/check-options.ts'
export type { MockEndpointHandle } from './mock/mock-handle.ts'
export type * from './mock-types.ts'
export { drawnSeedNow, requestsNow, responseFailuresNow, unusedRulesNow }

/** The options of a mock. */
export interface MockOptions<Api extends object = AnyApi>
  extends Omit<AppOptions, 'store' | 'draining' | 'stopped' | 'web' | 'journal' | 'files'>,
    Pick<ClientOptions, 'waitTimeout' | 'waitScope'> {
  /** Endpoints added at the start and again by each reset, whatever its options. Default: none. */
  readonly endpoints?: readonly AnyEndpoint<NoInfer<Api>>[] | undefined
  /**
   * Rules added at the start and again by each reset, whatever its options. Their responses may be
   * functions. Rules without an `id` get `first-1`, `first-2` and so on. Default: none.
   */
  readonly rules?: readonly MockRule<NoInfer<Api>>[] | undefined
  /**
   * Endpoints and rules from files, as `readMocks` of the server returns them. They are added
   * before `endpoints` and `rules`, which replace those with the same name or id. A function is
   * called at the start and at each reset. Default: none.
   */
  readonly from?: MockRecords | (() => MockRecords) | undefined
  /** How many requests are kept, and how much of each. Secrets are kept too, unless masked. */
  readonly journal?: JournalLimits | undefined
  /**
   * Called with the id of each rule that has answered a request, if the journal keeps requests.
   * Default: not called.
   */
  readonly onAnswered?: ((rule: string) => void) | undefined
  /** Its URL, or a function that returns it once it is known. Default: `http://localhost`. */
  readonly url?: string | (() => string) | undefined
}

/** A mock service, and the client of its control API. */
export interface Mock<Api extends object = AnyApi> extends Client<Api>, InProcess {
  /**
   * Sends a request to the mock. Responses and delays are the same as over a socket. URLs may be
   * relative, and the host of an absolute URL does not matter. Rejects when the caller's signal
   * aborts.
   */
  readonly fetch: typeof globalThis.fetch
  /**
   * Returns a `fetch` whose root is one endpoint, for a client whose base URL cannot have a path.
   * Its `/v1/charges` is `/endpoint/{name}/v1/charges`.
   */
  fetchOf(name: NameOf<Api>): typeof globalThis.fetch
  /** The app that handles the requests. */
  readonly app: App
  add<Name extends NameOf<Api>, Status extends number = number>(
    endpoint: NewEndpoint<Name, DataFor<Status, Api[Name]>, Status>,
  ): Promise<MockEndpointHandle<Name, Api[Name]>>
  endpoint<Name extends NameOf<Api>>(name: Name): MockEndpointHandle<Name, Api[Name]>
  /**
   * Ends the delays and holds in progress, cancels the deliveries and waits, and removes the
   * recorded requests and the temporary rules. With `rules: true`, it also removes the permanent
   * rules; with `endpoints: true`, the endpoints and all rules. Then it adds the endpoints and the
   * rules of the options again, so with `endpoints: true` the mock is as it was at its start.
   */
  reset(options?: ResetOptions): Promise<void>
  /**
   * Ends delays and waits, also those that begin later, and sets its health to degraded. Calls that
   * would change the mock then reject.
   */
  close(): Promise<void>
}

const urlCheck: OptionCheck = [
  (value) => typeof value === 'string' || typeof value === 'function',
  'a URL such as http://localhost:16540, or a function that returns one',
]

/**
 * Creates a mock service in memory. Its control API consists of methods, and needs no HTTP. Rejects
 * with a `Problem` if one of `endpoints` or `rules` is not valid, and with a `TypeError` if another
 * option is not. Delays use the global timers, looked up when they are set, so fake timers control
 * them.
 */
export async function createMock<Api extends object = AnyApi>(
  given: MockOptions<Api> = {},
): Promise<Mock<Api>> {
  const checks = {
    ...mockChecks,
    ...{ url: urlCheck, from: recordsCheck, origins: originsCheck, onAnswered: callbackCheck },
  }
  checkOptions('createMock()', given, checks)
  const {
    endpoints = [],
    rules: first = [],
    from,
    url = 'http://localhost',
    journal: kept,
    onAnswered,
    waitTimeout,
    waitScope,
    allowSend = [],
    ...options
  } = given
  const store = createMemoryStore()
  const { journal, requestsOf, renew } = createMockJournal(
    { ...kept, clock: options.clock, onAnswered },
    store,
  )
  const service = createService({
    ...options,
    store,
    journal,
    allowSend: ['localhost', ...allowSend],
    tellsFix: false,
  })
  const closable = untilClosed(service.control())
  const { onError } = options
  const rules = createMockRules({ rules: service.rules, closable, first, onError })
  const client = createClientOf<Api>(closable.control, {
    root: typeof url === 'string' ? () => url : url,
    waitTimeout,
    waitScope,
    addRule: rules.add,
  })
  // Written now, so that later changes of the given values have no effect.
  const firstEndpoints = endpoints.map(writeEndpoint)
  const addRecords = createAddRecords(service)
  const addFirst = async (): Promise<void> => {
    await addRecords(typeof from === 'function' ? from() : from)
    for (const [i, endpoint] of firstEndpoints.entries()) {
      await addOfOption(`endpoints[${i}]`, () => service.control().addEndpoint(endpoint))
    }
    await rules.restore()
  }
  const toHandle = <Name extends NameOf<Api>>(handle: EndpointHandle<Name, Api[Name]>) =>
    toMockHandle(handle, requestsOf)
  await addFirst()

  return {
    ...client,
    get baseUrl() {
      return client.baseUrl
    },
    add: async (endpoint) => toHandle(await client.add(endpoint)),
    endpoint: (name) => toHandle(client.endpoint(name)),
    requests: async (name) => requestsOf(checkedName(name)),
    [requestsNow]: () => requestsOf(),
    [unusedRulesNow]: rules.unused,
    [responseFailuresNow]: rules.failures,
    [drawnSeedNow]: rules.drawnSeed,
    reset(what = {}) {
      const reset = async (): Promise<void> => {
        await client.reset(what)
        await addFirst()
      }
      return what.endpoints ? renew(reset, service.rules) : reset()
    },
    fetch: createFetch(service.app),
    fetchOf: (name) => createFetch(service.app.endpointApp(name, client.url())),
    app: service.app,
    async close() {
      closable.close()
      service.drain()
      service.stop()
    },
  }
}

/** Adds `requestsNow`. Needs a cast, because only `addRule` accepts functions, not the type. */
function toMockHandle<Name extends string, Type>(
  handle: EndpointHandle<Name, Type>,
  requestsOf: (name: Name) => ReceivedRequests,
): MockEndpointHandle<Name, Type> {
  return Object.assign(handle, {
    requests: async () => requestsOf(handle.name),
    [requestsNow]: () => requestsOf(handle.name),
  }) as MockEndpointHandle<Name, Type>
}
