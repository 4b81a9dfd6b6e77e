// An app on real sockets: which addresses and ports it listens on, and how it stops.
import { type App, codeOf } from '@mock-endpoint/core'
import { createHttpServer, type HttpServer, type HttpServerOptions } from './http-server.ts'
import { createListeners, type ListenerOptions, type Listeners } from './listener.ts'

export interface ServeOptions extends ListenerOptions, Omit<HttpServerOptions, 'listeners'> {
  readonly app: App
  /** Is kept as the origins of endpoints are: the `origins` of the app. Default: nobody is told. */
  readonly origins?: Map<string, string> | undefined
  readonly port: number
  readonly hosts?: readonly string[] | undefined
  /** How many milliseconds `close` waits for responses under way. */
  readonly grace: number
  /** Is called when `close` is. */
  readonly onDraining?: () => void
  /** Is called when the grace is over: ends what is still being delayed. */
  readonly onStopped: () => void
}

/** What listens on a port. */
export interface Serving {
  readonly url: string
  readonly port: number
  /** Frees the port, and ends what is under way there. May be called twice. */
  close(): Promise<void>
}

/** A service on its port, and endpoints on ports of their own. */
export interface ServingAll extends Serving {
  /**
   * Gives an endpoint of the app a port of its own, whose root it is, until that is closed: at once, or
   * as everything is. Rejects with what `listen` said, and when everything was closed.
   */
  serveEndpoint(name: string, port: number): Promise<Serving>
}

/** Rejects with what `listen` said. */
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

/** A URL that works on this machine: nobody can connect to the address that means all of them. */
function toUrl(scheme: string, host: string | undefined, port: number): string {
  if (!host || host === '0.0.0.0' || host === '::') return `${scheme}://localhost:${port}`
  return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** For how many milliseconds we wait until the responses of cancelled delays have been sent. */
const lastWords = 50

/** Lets what is under way end, then what is delayed, then everything. */
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

/** Tries port 0 several times: the port assigned on one address may be taken on the next. */
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
