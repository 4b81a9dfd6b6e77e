// An app on real sockets: which addresses it listens on, and how it stops.
import { codeOf } from '@mock-endpoint/core'
import { createHttpServer, type HttpServer } from './http-server.ts'
import { createListener, type ListenerOptions } from './listener.ts'

export interface ServeOptions extends ListenerOptions {
  readonly port: number
  readonly hosts?: readonly string[] | undefined
  /** How long an idle connection is kept, in milliseconds. */
  readonly keepAliveTimeout: number
  /** Keeps the process alive only while a request is being answered. Default: until it is closed. */
  readonly unref?: boolean
  /** How many milliseconds `close` waits for responses under way. */
  readonly grace: number
  /** Is called when `close` is. */
  readonly onDraining?: () => void
  /** Is called when the grace is over: ends what is still being delayed. */
  readonly onStopped: () => void
}

export interface Serving {
  readonly url: string
  readonly port: number
  close(): Promise<void>
}

/** Rejects with what `listen` said. */
export async function serve(options: ServeOptions): Promise<Serving> {
  const { hosts, keepAliveTimeout, unref } = options
  if (hosts?.length === 0) throw new TypeError('hosts is empty; leave it out, or name an address.')
  const listener = createListener(options)
  const create = (): HttpServer => createHttpServer({ listener, keepAliveTimeout, unref })
  const { servers, port } = await listenOn(hosts, options.port, create)
  let closing: Promise<void> | undefined
  return {
    url: toUrl(hosts?.[0], port),
    port,
    close: () => (closing ??= drain(servers, options)),
  }
}

/** A URL that works on this machine: nobody can connect to the address that means all of them. */
function toUrl(host: string | undefined, port: number): string {
  if (!host || host === '0.0.0.0' || host === '::') return `http://localhost:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** For how many milliseconds we wait until the responses of cancelled delays have been sent. */
const lastWords = 50

/** Lets what is under way end, then what is delayed, then everything. */
async function drain(
  servers: readonly HttpServer[],
  { onDraining, onStopped, grace }: ServeOptions,
): Promise<void> {
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
