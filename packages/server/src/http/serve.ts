// Serves an app on real sockets: its addresses and ports, and how it stops.
import { type App, codeOf } from '@mock-endpoint/core'
import { createHttpServer, type HttpServer, type HttpServerOptions } from './http-server.ts'
import { createListeners, type ListenerOptions, type Listeners } from './listener.ts'

export interface ServeOptions extends ListenerOptions, Omit<HttpServerOptions, 'listeners'> {
  readonly app: App
  /** The app's `origins`, in which endpoints with their own port are kept. Default: a new map. */
  readonly origins?: Map<string, string> | undefined
  readonly port: number
  readonly hosts?: readonly string[] | undefined
  /** Milliseconds that `close` waits for responses in progress. */
  readonly grace: number
  /** Called when `close` is called. */
  readonly onDraining?: () => void
  /** Called when no response is in progress, or after `grace`. Must end delayed responses. */
  readonly onStopped: () => void
}

/** The servers that listen on a port. */
export interface Serving {
  readonly url: string
  readonly port: number
  /** Frees the port, and ends the responses in progress there. May be called twice. */
  close(): Promise<void>
}

/** A service on its port, and endpoints on their own ports. */
export interface ServingAll extends Serving {
  /** Whether `close` was called. */
  isClosed(): boolean
  /**
   * Gives an endpoint of the app its own port, with the endpoint at the root, until the port or the
   * service is closed. Closing only the port ends its connections at once. Rejects with the error
   * of `listen`, or if the service was closed.
   */
  serveEndpoint(name: string, port: number): Promise<Serving>
}

/** Serves an app. Rejects with the error of `listen`. */
export async function serve(options: ServeOptions): Promise<ServingAll> {
  const { app, origins = new Map<string, string>(), hosts } = options
  const scheme = options.answerHttps ? 'https' : 'http'
  if (hosts?.length === 0) throw new TypeError('hosts is empty; leave it out, or name an address.')
  const listenTo = createListeners(options)
  const all = new Set<HttpServer>()
  let closing: Promise<void> | undefined

  async function open(listeners: Listeners, wanted: number): Promise<Listening> {
    const create = (): HttpServer => createHttpServer({ ...options, listeners })
    const listening = await listenOn(hosts, wanted, create)
    for (const server of listening.servers) all.add(server)
    return listening
  }

  const { port } = await open(listenTo(app), options.port)
  const url = toUrl(scheme, hosts?.[0], port)
  return {
    url,
    port,
    close: () => (closing ??= drain(all, options)),
    isClosed: () => closing !== undefined,
    async serveEndpoint(name, wanted) {
      const { servers, port } = await open(listenTo(app.endpointApp(name, url), name), wanted)
      const origin = toUrl(scheme, hosts?.[0], port)
      const close = async (): Promise<void> => {
        if (origins.get(name) === origin) origins.delete(name)
        for (const server of servers) {
          server.destroy()
          all.delete(server)
        }
      }
      if (closing) {
        await close()
        throw new Error('The server was closed.')
      }
      origins.set(name, origin)
      return { url: origin, port, close }
    },
  }
}

/** Returns a URL that works on this machine. `0.0.0.0` and `::` are only addresses to listen on. */
function toUrl(scheme: string, host: string | undefined, port: number): string {
  if (!host || host === '0.0.0.0' || host === '::') return `${scheme}://localhost:${port}`
  return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** Maximum milliseconds to wait until the responses of cancelled delays are sent. */
const lastWords = 50

/** Waits for the responses in progress, then ends delayed ones, then all connections. */
async function drain(
  all: ReadonlySet<HttpServer>,
  { onDraining, onStopped, grace }: ServeOptions,
): Promise<void> {
  const servers = [...all]
  onDraining?.()
  for (const server of servers) server.stopListening()
  await Promise.all(servers.map((server) => server.quiet(grace)))
  onStopped()
  await Promise.all(servers.map((server) => server.quiet(Math.min(grace, lastWords))))
  for (const server of servers) server.destroy()
}

interface Listening {
  readonly servers: readonly HttpServer[]
  readonly port: number
}

/** Tries port 0 several times, because a port assigned on one address may be taken on the next. */
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
  return ['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(codeOf(error) ?? '')
}
