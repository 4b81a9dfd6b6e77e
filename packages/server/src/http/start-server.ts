// The app on real sockets: addresses, the way in, the way out.
import type { RequestListener } from 'node:http'
import { type AppOptions, createApp, type EndpointStore } from '@mock-endpoint/core'
import type { Hono } from 'hono'
import { createHttpServer, type HttpServer } from './http-server.ts'
import { createListener } from './listener.ts'

/** The port of the daemon. */
export const DEFAULT_PORT = 16_540

/** How to serve, beside what the app itself can be told. */
export interface ServerOptions extends Omit<AppOptions, 'store' | 'draining' | 'stopped'> {
  /** Where the endpoints are; stays open when the server closes. Default: the data folder. */
  readonly store?: EndpointStore
  /** Opened as a store when none is given; closed with the server. Default: `.mock-endpoint`. */
  readonly dataDir?: string
  /** 0 takes any free port. Default: 16540. */
  readonly port?: number
  /** Addresses to listen on, all on the same port. Default: 127.0.0.1, and ::1 where there is one. */
  readonly hosts?: readonly string[] | undefined
  /** Keeps idle connections for 75 s instead of 5 s, as reverse proxies want it. Default: no. */
  readonly behindProxy?: boolean
  /** How many milliseconds `close` waits for answers under way. Default: 10,000. */
  readonly grace?: number
  /**
   * Replaces the process's `Request` and `Response` with quicker ones, for a process that does
   * nothing else. Default: no.
   */
  readonly overrideGlobalObjects?: boolean
  /** Sees every request before the app does. Default: nobody does. */
  readonly onRequest?: RequestListener
}

/** A server that is listening. */
export interface RunningServer extends AsyncDisposable {
  /** Such as `http://localhost:16540`: no slash at the end. */
  readonly url: string
  readonly port: number
  /** The app that answers: `createFetch` of core calls it without a socket. */
  readonly app: Hono
  /**
   * Takes no more connections, waits for the answers under way as long as the grace allows, ends
   * delays and connections that are left, and closes the store it opened. May be called twice.
   */
  close(): Promise<void>
}

/**
 * Serves the mock endpoint service. Rejects with the error of `listen` when the port is taken
 * (`code` is `EADDRINUSE`), and with a `StoreError` when the data folder cannot be opened.
 */
export async function startServer({
  store: given,
  dataDir = '.mock-endpoint',
  port: wanted = DEFAULT_PORT,
  hosts,
  behindProxy = false,
  grace = 10_000,
  overrideGlobalObjects = false,
  onRequest,
  ...options
}: ServerOptions = {}): Promise<RunningServer> {
  const store = given ?? (await openDataDir(dataDir))
  const draining = new AbortController()
  const stopped = new AbortController()
  const closeStore = async (): Promise<void> => {
    if (!given) await store.close()
  }
  try {
    const app = createApp({ ...options, store, draining: draining.signal, stopped: stopped.signal })
    const listener = createListener({ app, overrideGlobalObjects, onRequest })
    const create = (): HttpServer =>
      createHttpServer({ listener, keepAliveTimeout: behindProxy ? 75_000 : 5_000 })
    const { servers, port } = await listenOn(hosts, wanted, create)

    const close = async (): Promise<void> => {
      await drain({ servers, draining, stopped, grace })
      await closeStore()
    }
    let closing: Promise<void> | undefined
    const closeOnce = (): Promise<void> => (closing ??= close())
    return {
      url: toUrl(hosts?.[0], port),
      port,
      app,
      close: closeOnce,
      [Symbol.asyncDispose]: closeOnce,
    }
  } catch (error) {
    await closeStore()
    throw error
  }
}

/** One that works on this machine: an address that stands for all of them is none to go to. */
function toUrl(host: string | undefined, port: number): string {
  if (host === undefined || host === '0.0.0.0' || host === '::') return `http://localhost:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** How long the answers of cancelled delays may take to leave. */
const lastWords = 50

interface Draining {
  readonly servers: readonly HttpServer[]
  readonly draining: AbortController
  readonly stopped: AbortController
  readonly grace: number
}

/** Lets what is under way end, then what is delayed, then everything. */
async function drain({ servers, draining, stopped, grace }: Draining): Promise<void> {
  draining.abort()
  for (const server of servers) server.stopListening()
  await Promise.all(servers.map((server) => server.quiet(grace)))
  stopped.abort()
  await Promise.all(servers.map((server) => server.quiet(Math.min(grace, lastWords))))
  for (const server of servers) server.destroy()
}

/** Loads LevelDB only here: who brings a store needs none. */
async function openDataDir(dataDir: string): Promise<EndpointStore> {
  const { openLevelStore } = await import('@mock-endpoint/core/level')
  return openLevelStore(dataDir)
}

interface Listening {
  readonly servers: readonly HttpServer[]
  readonly port: number
}

/** Several times for port 0: the port that the first address got may be taken on the second. */
async function listenOn(
  hosts: readonly string[] | undefined,
  wanted: number,
  create: () => HttpServer,
): Promise<Listening> {
  for (let tries = wanted === 0 ? 5 : 1; ; tries--) {
    const servers: HttpServer[] = []
    let port = wanted
    try {
      for (const host of hosts ?? ['127.0.0.1', '::1']) {
        const server = create()
        servers.push(server)
        port = await server.listen(port, host).catch((error) => {
          if (hosts === undefined && host === '::1' && hasNoIPv6(error)) return port
          throw error
        })
      }
      return { servers, port }
    } catch (error) {
      for (const server of servers) server.destroy()
      if (tries <= 1) throw error
    }
  }
}

function hasNoIPv6(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT'
}
