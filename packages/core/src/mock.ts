/**
 * A mock service in this process, without a socket: on any runtime.
 * @packageDocumentation
 */
import type { Hono } from 'hono'
import { toSegment, writeEndpoint } from './client/write-endpoint.ts'
import type { AnyApi, AnyEndpoint, Client, ResetOptions, StoredEndpoint } from './client.ts'
import { type AppOptions, createService } from './http/app.ts'
import { createFetch } from './http/fetch.ts'
import { cancelled } from './http/reset-api.ts'
import { checkHealth } from './http/service-api.ts'
import { createMemoryStore } from './memory.ts'
import type { Endpoint } from './model/endpoint.ts'
import { parseEndpoint } from './model/parse-endpoint.ts'

/** What a mock starts with. */
export interface MockOptions<Api extends object = AnyApi>
  extends Omit<AppOptions, 'store' | 'draining' | 'stopped' | 'page'> {
  /** There from the start, and again after each reset. Default: none. */
  readonly endpoints?: readonly AnyEndpoint<NoInfer<Api>>[] | undefined
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
  readonly app: Hono
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
  ...options
}: MockOptions<Api> = {}): Promise<Mock<Api>> {
  const store = createMemoryStore()
  const draining = { aborted: false }
  const { app, registry, delays, stop } = createService({ ...options, store, draining })
  const url = (name?: string): string => {
    const base = typeof baseUrl === 'string' ? baseUrl : baseUrl()
    return name === undefined ? base : `${base}/endpoint/${toSegment(name)}`
  }
  // As they are now, whatever becomes of the values that they are made of.
  const first = endpoints.map((endpoint) => parseEndpoint(writeEndpoint(endpoint)))
  for (const endpoint of first) await registry.add(endpoint)

  return {
    async add(endpoint) {
      await registry.add(parseEndpoint(writeEndpoint(endpoint)))
      return { name: endpoint.name, url: url(endpoint.name) }
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
    async reset({ endpoints: all = true } = {}) {
      delays.cancel(cancelled)
      if (!all) return
      await registry.clear()
      for (const endpoint of first) await registry.add(endpoint)
    },
    health: () => checkHealth({ registry, store, draining }),
    url,
    fetch: createFetch(app),
    app,
    async close() {
      draining.aborted = true
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
