// The service on a port: a store, the app over it, and the sockets that it answers on.
import {
  type App,
  type AppOptions,
  createApp,
  createFetch,
  type EndpointStore,
  type StoreError,
} from '@mock-endpoint/core'
import { createWire } from '@mock-endpoint/core/client'
import type { DataFolderOptions } from '../data-folder/open.ts'
import { createForwarder } from '../forward/forwarder.ts'
import type { Mcp } from '../mcp/over-http.ts'
import type { CertificateAndKey } from '../tls/certificate.ts'
import type { Secured } from '../tls/secured.ts'
import { DEFAULT_PORT } from './default-port.ts'
import type { OnRequest } from './listener.ts'
import { type Serving, serve } from './serve.ts'

/** How to serve, beside what the app itself can be told. */
export interface ServerOptions
  extends Omit<AppOptions, 'store' | 'draining' | 'stopped' | 'origins' | 'mcp'> {
  /** Where the endpoints are; stays open when the server closes. Default: the data folder. */
  readonly store?: EndpointStore
  /**
   * The folder that keeps the endpoints when no store is given. It is made if need be, its files are
   * checked before it is opened, and it is closed with the server. Default: `.mock-endpoint`.
   */
  readonly dataDir?: string
  /**
   * How many bytes of the disk adds to the data folder leave free; they are refused with 507
   * otherwise. Default: 64 MiB.
   */
  readonly minFree?: number
  /**
   * Is told when the data folder takes no writes, and why; with nothing when it takes them again;
   * and of damage that is found while the server runs. Default: only the health check tells.
   */
  readonly onTrouble?: (reason: StoreError | undefined) => void
  /** 0 takes any free port. Default: 16540. */
  readonly port?: number
  /** Addresses to listen on, all on the same port. Default: 127.0.0.1, and ::1 where there is one. */
  readonly hosts?: readonly string[] | undefined
  /**
   * Answers HTTPS as well as HTTP on each port, and all URLs are of HTTPS: with certificates of an
   * authority that is kept in `dataDir`, or with this one, in PEM. Default: false. Throws on Bun.
   */
  readonly https?: boolean | CertificateAndKey | undefined
  /** Lets MCP clients, such as coding agents, use the service at `/mcp`. Default: false. */
  readonly mcp?: boolean | undefined
  /** Keeps idle connections for 75 s instead of 5 s, as reverse proxies want it. Default: no. */
  readonly behindProxy?: boolean
  /** How many milliseconds `close` waits for responses under way. Default: 10,000. */
  readonly grace?: number
  /**
   * Replaces the process's `Request` and `Response` with quicker ones, for a process that does
   * nothing else. Default: no.
   */
  readonly overrideGlobalObjects?: boolean
  /**
   * Sees every request before the app does; on the port of an endpoint's own, with its name. Default:
   * nobody does.
   */
  readonly onRequest?: OnRequest
}

/** A server that is listening. */
export interface RunningServer extends AsyncDisposable {
  /** Such as `http://localhost:16540`: no slash at the end. */
  readonly url: string
  readonly port: number
  /** With `https: true`: the certificate of the authority, in PEM, that a client has to trust. */
  readonly ca: string | undefined
  /** The app that answers: `createFetch` of core calls it without a socket. */
  readonly app: App
  /** Where endpoints are that have their own port, by name. */
  readonly origins: ReadonlyMap<string, string>
  /**
   * Gives an endpoint a port of its own, whose root it is, whether there is one of that name or not;
   * port 0 takes any free one. Health and lists tell its URL as `origin`. Rejects with what `listen`
   * said when the port is taken, and with a `Problem` when nothing can have that name.
   */
  serveEndpoint(name: string, port: number): Promise<Serving>
  /**
   * Takes no more connections, waits for the responses under way as long as the grace allows, ends
   * delays and connections that are left, and closes the store it opened. May be called twice.
   */
  close(): Promise<void>
}

/**
 * Serves the mock endpoint service. Rejects with the error of `listen` when the port is taken
 * (`code` is `EADDRINUSE`), and with a `StoreError` when the data folder cannot be opened: its
 * `kind` is `foreign` when the folder is neither empty nor ours, `corrupt` when files are damaged or
 * missing, `locked` when it is in use, otherwise `unavailable` or `full`.
 */
export async function startServer({
  store: given,
  dataDir = '.mock-endpoint',
  minFree,
  onTrouble,
  port: wanted = DEFAULT_PORT,
  hosts,
  https = false,
  mcp = false,
  behindProxy = false,
  grace = 10_000,
  overrideGlobalObjects = false,
  onRequest,
  ...options
}: ServerOptions = {}): Promise<RunningServer> {
  const store = given ?? (await openDataDir(dataDir, { minFree, onTrouble }))
  const origins = new Map<string, string>()
  const draining = new AbortController()
  const stopped = new AbortController()
  const closeStore = async (): Promise<void> => {
    if (!given) await store.close()
  }
  try {
    const secured = https === false ? undefined : await secure(https, dataDir, hosts)
    const ends = { draining: draining.signal, stopped: stopped.signal }
    const forwarder = options.forwarder ?? createForwarder()
    const app: App = createApp({
      ...options,
      ...{ store, origins, forwarder, ...ends },
      mcp: mcp ? (message) => answerMcp(message, app, options.token) : undefined,
    })
    const serving = await serve({
      app,
      port: wanted,
      hosts,
      answerHttps: secured?.answerHttps,
      keepAliveTimeout: behindProxy ? 75_000 : 5_000,
      grace,
      overrideGlobalObjects,
      origins,
      unreadBytes: options.pendingBytes,
      onRequest,
      onDraining: () => draining.abort(),
      onStopped: () => stopped.abort(),
    })
    let closing: Promise<void> | undefined
    const close = (): Promise<void> => (closing ??= serving.close().then(closeStore))
    return { ...serving, ca: secured?.ca, app, origins, close, [Symbol.asyncDispose]: close }
  } catch (error) {
    await closeStore()
    throw error
  }
}

/** Loads what answers only here. Its calls go through the app, as those of any client do. */
async function answerMcp(
  message: Parameters<Mcp>[0],
  app: App,
  token: string | undefined,
): ReturnType<Mcp> {
  const { answerOverHttp } = await import('../mcp/over-http.ts')
  const control = createWire({ url: 'http://localhost', token, fetch: createFetch(app) })
  return answerOverHttp(message, control)
}

/** Loads LevelDB only here: a server with a store of its own needs none. */
async function openDataDir(dataDir: string, options: DataFolderOptions): Promise<EndpointStore> {
  const { openDataFolder } = await import('../data-folder/open.ts')
  return openDataFolder(dataDir, options)
}

async function secure(
  https: true | CertificateAndKey,
  dataDir: string,
  hosts: readonly string[] | undefined,
): Promise<Secured> {
  const { securedAs, securedBy } = await import('../tls/secured.ts')
  if (https !== true) return securedAs(https)
  const { authorityOf } = await import('../data-folder/authority.ts')
  return securedBy(await authorityOf(dataDir, Date.now()), hosts, Date.now)
}
