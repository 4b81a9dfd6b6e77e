// The app: options in, a Hono app out. Which paths there are, and what stands before them.
import { Hono } from 'hono'
import { routePath } from 'hono/route'
import { TrieRouter } from 'hono/router/trie-router'
import { createDelays, type Delays } from '../engine/delays.ts'
import { createJournal, type Journal } from '../engine/journal.ts'
import { createRegistry, type Registry } from '../engine/registry.ts'
import { type Clock, globalClock } from '../model/clock.ts'
import { Problem } from '../model/problem.ts'
import type { Awaitable, EndpointStore } from '../model/store.ts'
import { pathOf } from '../model/url.ts'
import { type ControlPlaneOptions, createControlPlane } from './control.ts'
import { createCorsPolicy } from './cors.ts'
import { createErrorReply, createExplain, type ErrorReporter } from './error-reply.ts'
import { createGuard } from './guard.ts'
import { otherMethods } from './method-not-allowed.ts'
import { createMockPlane } from './mock.ts'
import { nothingAt } from './nothing-at.ts'
import { createShortWay, type ShortWay } from './short-way.ts'

/** What an app is made of. Only the store is needed. */
export interface AppOptions {
  /** Where the endpoints are. The app never closes it. */
  readonly store: EndpointStore
  /** When given, the control API asks for it as `Authorization: Bearer`. Default: none. */
  readonly token?: string | undefined
  /** Hosts that may call the control API beside IP addresses, names without a dot and localhost. */
  readonly allowedHosts?: readonly string[]
  /** Origins whose pages may read endpoints beside loopback ones; `*` for all, without cookies. */
  readonly allowOrigins?: readonly string[]
  /** The largest body of an add, in bytes. Default: 10 MiB. */
  readonly maxBody?: number | undefined
  /** How many bytes of memory the cache of endpoints may take; 0 for none. Default: 40 MiB. */
  readonly cacheBytes?: number
  /** How many answers may be delayed at once; further ones are refused. Default: 10,000. */
  readonly maxDelayed?: number
  /** Time and timers. Default: the runtime's, looked up at each call. */
  readonly clock?: Clock
  /**
   * Keeps what was asked; `createJournal` makes one. Default: one of 1,000 requests, that masks
   * nothing.
   */
  readonly journal?: Journal | undefined
  /** Aborts when the service is about to stop: health answers 503 and event streams end. */
  readonly draining?: AbortSignal
  /** Aborts when the service stops: answers that are being delayed end at once. */
  readonly stopped?: AbortSignal
  /** Answers `/` and `/static/…`, behind the guard but without a token. Default: nothing there. */
  readonly page?: (request: Request) => Awaitable<Response | undefined>
  /** Is told once of each unexpected error, with the route's pattern. Default: nobody is. */
  readonly onError?: ErrorReporter
}

const mebibyte = 1024 * 1024

/** The service as a Hono app. */
export interface App extends Hono {
  /**
   * For HTTP servers, which ask here first: answers a GET or HEAD of an endpoint that is at hand,
   * when nothing in the request asks for more. Everything else is `fetch`'s to answer.
   */
  readonly shortWay: ShortWay
}

/** The app, and what it is made of. */
export interface Service {
  readonly app: App
  readonly registry: Registry
  readonly delays: Delays
  readonly journal: Journal
  readonly isDraining: () => boolean
  /** Says in its health that it is about to stop, and ends event streams. */
  drain(): void
  /** Ends delays, also those that are asked for later. */
  stop(): void
}

/**
 * The mock endpoint service as a Hono app: `app.fetch` takes a `Request` and answers it, on any
 * runtime. Throws a `TypeError` when an option cannot be.
 */
export function createApp({ draining, stopped, ...options }: AppOptions): App {
  const { app, drain, stop } = createService(options)
  for (const [signal, end] of [
    [draining, drain],
    [stopped, stop],
  ] as const) {
    if (signal?.aborted) end()
    else signal?.addEventListener('abort', end, { once: true })
  }
  return app
}

export function createService({
  store,
  token,
  allowedHosts = [],
  allowOrigins = [],
  maxBody = 10 * mebibyte,
  cacheBytes = 40 * mebibyte,
  maxDelayed = 10_000,
  clock = globalClock,
  journal = createJournal({ clock }),
  page,
  onError = () => {},
}: Omit<AppOptions, 'draining' | 'stopped'>): Service {
  for (const [name, limit] of Object.entries({ maxBody, cacheBytes, maxDelayed })) {
    if (!(limit >= 0)) throw new TypeError(`${name} must be a number from 0 up, not ${limit}.`)
  }
  const registry = createRegistry({ store, cacheBytes })
  const delays = createDelays({ clock, limit: maxDelayed })
  const cors = createCorsPolicy(allowOrigins)
  const explain = createExplain(onError)
  const errorReply = createErrorReply(explain)

  const app = new Hono({ getPath: ({ url }) => pathOf(url), router: new TrieRouter() })
  app.onError(errorReply)
  const mocks = createMockPlane({ registry, delays, journal, cors, errorReply })
  app.notFound(mocks.answerNothing)
  app.all('/endpoint/:name', mocks.answer)

  let isDraining = false
  mountControl(app, {
    registry,
    store,
    delays,
    journal,
    maxBody,
    allowedHosts,
    token,
    errorReply,
    isDraining: () => isDraining,
  })
  if (page) mountPage(app, page, allowedHosts)
  return {
    app: Object.assign(app, { shortWay: createShortWay({ registry, delays, journal, explain }) }),
    registry,
    delays,
    journal,
    isDraining: () => isDraining,
    drain() {
      isDraining = true
      journal.close()
    },
    stop: () => delays.stop(stopping),
  }
}

function mountControl(app: Hono, options: Omit<ControlPlaneOptions, 'path'>): void {
  // Made when it is first asked for: a test that calls its mock directly never does.
  const planes = new Map<string, Hono>()
  app.all('/api/*', (c) => {
    // Of the route, not of the request: who mounts the app at /mocks makes it /mocks/api.
    const path = routePath(c).slice(0, -'/*'.length)
    const plane = planes.get(path) ?? createControlPlane({ ...options, path })
    planes.set(path, plane)
    return plane.fetch(c.req.raw, c.env)
  })
}

function mountPage(
  app: Hono,
  page: NonNullable<AppOptions['page']>,
  allowedHosts: readonly string[],
): void {
  const guard = createGuard({ allowedHosts })
  for (const path of ['/', '/static/*']) {
    app.use(path, guard)
    app.get(path, async (c) => (await page(c.req.raw)) ?? nothingAt(c.req.url).getResponse())
    app.all(path, otherMethods(['GET']))
  }
}

function stopping(): Problem {
  const detail = 'The service stopped before the delay of this answer was over.'
  return new Problem('shutting-down', detail)
}
