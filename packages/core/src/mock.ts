/**
 * A mock service in this process, without a socket: on any runtime.
 * @module @mock-endpoint/core/mock
 */
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
import { createAddRecords, type MockRecords } from './mock/add-records.ts'
import {
  callbackCheck,
  checkOptions,
  fromCheck,
  mockChecks,
  type OptionCheck,
  originsCheck,
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

/** What a mock starts with. */
export interface MockOptions<Api extends object = AnyApi>
  extends Omit<AppOptions, 'store' | 'draining' | 'stopped' | 'web' | 'journal' | 'files'>,
    Pick<ClientOptions, 'waitTimeout' | 'waitScope'> {
  /** There from the start, and again after each reset, whatever its options. Default: none. */
  readonly endpoints?: readonly AnyEndpoint<NoInfer<Api>>[] | undefined
  /**
   * The same for rules. Their responses may be functions. One without an `id` is called `first-1`,
   * `first-2` and so on. Default: none.
   */
  readonly rules?: readonly MockRule<NoInfer<Api>>[] | undefined
  /**
   * The same for what stands in files, as `readMocks` of the server returns it. `endpoints` and `rules`
   * come after it, and replace what has the same name or id. A function is called at the start and at
   * each reset. Default: none.
   */
  readonly from?: MockRecords | (() => MockRecords) | undefined
  /** How many requests are kept, and how much of each. Secrets are kept as well. */
  readonly journal?: JournalLimits | undefined
  /**
   * Is told the id of each rule that has answered a request, while the journal keeps any. Default:
   * nobody is.
   */
  readonly onAnswered?: ((rule: string) => void) | undefined
  /** Its own URL, or what tells it once it is known. Default: `http://localhost`. */
  readonly url?: string | (() => string)
}

/** A mock service, and the client of its control API. */
export interface Mock<Api extends object = AnyApi> extends Client<Api>, InProcess {
  /**
   * Asks it: same responses as over a socket, same delays. URLs may be relative; the host of an
   * absolute one does not matter. Rejects when the caller's signal aborts.
   */
  readonly fetch: typeof globalThis.fetch
  /**
   * A `fetch` whose root is one endpoint, for a client that takes no path: `/v1/charges` there is
   * `/endpoint/{name}/v1/charges`.
   */
  fetchOf(name: NameOf<Api>): typeof globalThis.fetch
  /** The app that answers. */
  readonly app: App
  add<Name extends NameOf<Api>, Status extends number = number>(
    endpoint: NewEndpoint<Name, DataFor<Status, Api[Name]>, Status>,
  ): Promise<MockEndpointHandle<Name, Api[Name]>>
  endpoint<Name extends NameOf<Api>>(name: Name): MockEndpointHandle<Name, Api[Name]>
  /**
   * Ends the delays and holds under way, gives up its waits, and forgets the requests and the
   * temporary rules. Permanent rules stay, unless it is told `rules: true`, and so do the endpoints,
   * unless it is told `endpoints: true`: those, too, go with their rules. Then it adds the endpoints
   * and the rules of the options again. So with `endpoints: true` the mock is as it was at its start.
   */
  reset(options?: ResetOptions): Promise<void>
  /**
   * Ends delays and waits, also those that begin later, and says so in its health. Calls that would
   * change the mock reject from then on.
   */
  close(): Promise<void>
}

const urlCheck: OptionCheck = [
  (value) => typeof value === 'string' || typeof value === 'function',
  'a URL such as http://localhost:16540, or a function that returns one',
]

/**
 * A mock service in memory. Its control API is called as methods and needs no HTTP. Rejects with a
 * `Problem` when one of `endpoints` or `rules` is not valid, and with a `TypeError` when another
 * option is not. Delays go by the global timers, looked up when they are set, so fake timers drive
 * them.
 */
export async function createMock<Api extends object = AnyApi>(
  given: MockOptions<Api> = {},
): Promise<Mock<Api>> {
  const checks = {
    ...mockChecks,
    ...{ url: urlCheck, from: fromCheck, origins: originsCheck, onAnswered: callbackCheck },
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
  // As they are now, whatever becomes of the values that they are made of.
  const firstEndpoints = endpoints.map(writeEndpoint)
  const addRecords = createAddRecords(service)
  const addFirst = async (): Promise<void> => {
    await addRecords(typeof from === 'function' ? from() : from)
    for (const endpoint of firstEndpoints) await service.control().addEndpoint(endpoint)
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
    requests: async (name) => requestsOf(name),
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

/** That functions may be added is the doing of `addRule`, so no type of the handle tells. */
function toMockHandle<Name extends string, Type>(
  handle: EndpointHandle<Name, Type>,
  requestsOf: (name: Name) => ReceivedRequests,
): MockEndpointHandle<Name, Type> {
  return Object.assign(handle, {
    requests: async () => requestsOf(handle.name),
    [requestsNow]: () => requestsOf(handle.name),
  }) as MockEndpointHandle<Name, Type>
}
