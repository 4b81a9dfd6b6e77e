// The service on a port: a store, the app that uses it, and the sockets that it answers on.
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

/** The options of a server, in addition to those of the app. */
export interface ServerOptions
  extends Omit<AppOptions, 'store' | 'draining' | 'stopped' | 'origins' | 'mcp'> {
  /** The store of the endpoints. Stays open when the server closes. Default: one in `dataDir`. */
  readonly store?: EndpointStore | undefined
  /**
   * The folder that keeps the endpoints if no store is given. It is created if needed, its files
   * are checked before it is opened, and it is closed with the server. Default: `.mock-endpoint`.
   */
  readonly dataDir?: string | undefined
  /**
   * Bytes of the disk that writes to the data folder leave free. Otherwise, writes except removals
   * are refused with 507. Default: 64 MiB.
   */
  readonly minFree?: number | undefined
  /**
   * Called with the reason when the data folder stops accepting writes, with `undefined` when it
   * accepts them again, and with damage found at run time. Default: only health includes it.
   */
  readonly onTrouble?: ((reason: StoreError | undefined) => void) | undefined
  /** The port. 0 takes any free one. Default: 16540. */
  readonly port?: number | undefined
  /** Addresses to listen on, all on the same port. Default: 127.0.0.1, and ::1 if available. */
  readonly hosts?: readonly string[] | undefined
  /**
   * Answers HTTP and HTTPS on each port, and all URLs use HTTPS. `true` uses certificates of an
   * authority in `dataDir`. Or pass a certificate and key in PEM. Default: false. Throws on Bun.
   */
  readonly https?: boolean | CertificateAndKey | undefined
  /** Lets MCP clients, such as coding agents, use the service at `/mcp`. Default: false. */
  readonly mcp?: boolean | undefined
  /** Keeps idle connections for 75 s instead of 5 s, as reverse proxies need. Default: false. */
  readonly behindProxy?: boolean | undefined
  /** Milliseconds that `close` waits for responses in progress. Default: 10,000. */
  readonly grace?: number | undefined
  /**
   * Replaces the global `Request` and `Response` with faster ones, for a process that does nothing
   * else. Default: false.
   */
  readonly overrideGlobalObjects?: boolean | undefined
  /** Called with unexpected errors. Default of `startServer`: prints them on stderr. */
  readonly onError?: NonNullable<AppOptions['onError']> | undefined
  /**
   * Called with every request before the app. On the own port of an endpoint, also with its name.
   * Default: not called.
   */
  readonly onRequest?: OnRequest | undefined
}

/** A server that is listening. */
export interface RunningServer extends AsyncDisposable {
  /** The base URL, such as `http://localhost:16540`, without a slash at the end. */
  readonly url: string
  readonly port: number
  /** With `https: true`, the certificate of the authority, in PEM, which clients must trust. */
  readonly ca: string | undefined
  /** The app of this server. `createFetch` of core calls it without a socket. */
  readonly app: App
  /** The origins of endpoints that have their own port, by name. */
  readonly origins: ReadonlyMap<string, string>
  /**
   * Gives an endpoint, which need not exist, its own port, with the endpoint at the root. Port 0
   * takes any free one. Health (`origins`) and lists (`origin`) include its URL. Rejects with the
   * error of `listen` if the port is taken, and with a `Problem` if the name is invalid.
   */
  serveEndpoint(name: string, port: number): Promise<Serving>
  /**
   * Accepts no more connections, waits up to `grace` for the responses in progress, ends the
   * remaining delays and connections, and closes the store if the server opened it. May be called
   * twice.
   */
  close(): Promise<void>
}

/**
 * Serves the mock endpoint service. Does not check the options, because only `startServer` and the
 * daemon call it. Rejects like `startServer`.
 */
export async function openServer({
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

/** Loads MCP only here. The calls of tools go through the app, like the calls of any client. */
async function answerMcp(
  message: Parameters<Mcp>[0],
  app: App,
  token: string | undefined,
): ReturnType<Mcp> {
  const { answerOverHttp } = await import('../mcp/over-http.ts')
  const control = createWire({ url: 'http://localhost', token, fetch: createFetch(app) })
  return answerOverHttp(message, control)
}

/** Loads LevelDB only here, because a server with another store does not need it. */
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
