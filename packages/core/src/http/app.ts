// Creates the app, a Hono app, from its options.
import type { Hono } from 'hono'
import type { Control } from '../control/control.ts'
import { createDelays } from '../engine/delays.ts'
import { createHolds } from '../engine/holds.ts'
import { createOrders } from '../engine/orders.ts'
import { type Connections, createPlaces, type Places } from '../engine/places.ts'
import { createRegistry } from '../engine/registry.ts'
import { sharingOf } from '../engine/sharing.ts'
import type { Workspace } from '../engine/workspace.ts'
import { createAllowedHosts } from '../forward/allowed-hosts.ts'
import { createFetchForwarder } from '../forward/fetch-forwarder.ts'
import { createJournal } from '../journal/journal.ts'
import type { Endpoint } from '../model/endpoint/endpoint.ts'
import { Problem } from '../model/problem/problem.ts'
import { ruleToJson } from '../model/rule/rule-json.ts'
import { globalClock } from '../model/time/clock.ts'
import { oneAtATime } from '../model/time/yielding.ts'
import type { Rules } from '../rules/rules.ts'
import { createDeliveries } from '../sending/deliveries.ts'
import { createAsk, createDirectFetch, requestPath } from './adapters/direct-fetch.ts'
import { createIntake } from './adapters/intake.ts'
import { createPlainAdapter, type PlainAdapter } from './adapters/plain-adapter.ts'
import type { AppOptions } from './app-options.ts'
import { createControlPlane, isFollowing } from './control-plane/control.ts'
import { createEventStreams } from './control-plane/event-stream.ts'
import { createLocalControl } from './control-plane/local-control.ts'
import { createEndpointApp, type EndpointApp } from './endpoint-app.ts'
import { createExplain } from './error-reply.ts'
import { createCorsPolicy } from './guard/cors.ts'
import { createHono } from './hono-app.ts'
import { createMcpPlane } from './mcp-plane.ts'
import { createForwards } from './mock-plane/forward.ts'
import { createMockPlane } from './mock-plane/mock-plane.ts'
import { createPlanes, isControl } from './planes.ts'
import { isWebPath } from './web.ts'

const mebibyte = 1024 * 1024

/** The service as a Hono app. */
export interface App extends Hono {
  /**
   * For HTTP servers that have a request before it becomes a `Request`. They call this first, and
   * `fetch` only if this returns `undefined`.
   */
  readonly answer: PlainAdapter
  /**
   * Returns an app whose root is one endpoint, which need not exist yet. `/v1/charges` there is
   * `/endpoint/{name}/v1/charges` here. `url` is the address of this app, for the problems of the
   * returned one. Throws `invalid-endpoint` for an invalid name.
   */
  endpointApp(name: string, url?: string): EndpointApp
}

/** The app, with methods that control and stop it. */
export interface Service {
  readonly app: App
  /** Returns the control API as methods. */
  control(): Control
  /** The rules, for responses that are functions of this process. */
  readonly rules: Rules
  /** Adds an endpoint unchanged. Its data may have white space around it. */
  put(endpoint: Endpoint): Promise<void>
  /** Makes health report that it is about to stop, and ends waits, event streams and deliveries. */
  drain(): void
  /** Ends all delays, also later ones. */
  stop(): void
}

/**
 * Creates the mock endpoint service as a Hono app. `app.fetch` answers a `Request` on any runtime.
 * Another Hono app mounts it with `route('/mocks', app)`. All its paths, also those in its
 * responses, are then below `/mocks`. Throws a `TypeError` for an invalid option.
 */
export function createApp({ draining, stopped, ...options }: AppOptions): App {
  if (!options.store) throw new TypeError('Call createApp({ store: createMemoryStore() }).')
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

export interface ServiceOptions extends Omit<AppOptions, 'draining' | 'stopped'> {
  /** Whether problems have a `fix`, a shell command, which a test has no use for. Default: true. */
  readonly tellsFix?: boolean
}

export function createService({
  store,
  token,
  allowedHosts = [],
  allowOrigins = [],
  allowForward = [],
  allowSend = [],
  forwarder = createFetchForwarder(),
  maxBody = 10 * mebibyte,
  cacheBytes = 40 * mebibyte,
  pendingBytes = 256 * mebibyte,
  maxDelayed = 10_000,
  maxWaits = 1000,
  maxStreams = 16,
  clock = globalClock,
  journal = sharingOf(store)?.openJournal({}) ?? createJournal({ clock }),
  files,
  origins = new Map(),
  web,
  mcp,
  onRecorded,
  onError = () => {},
  seed,
  tellsFix = true,
}: ServiceOptions): Service {
  const limits = { maxBody, cacheBytes, pendingBytes, maxDelayed, maxWaits, maxStreams }
  for (const [name, limit] of Object.entries(limits)) {
    if (!(limit >= 0)) throw new TypeError(`${name} must be a number from 0 up, not ${limit}.`)
  }
  const sharing = sharingOf(store)
  const registry = createRegistry({
    store,
    cacheBytes,
    seed,
    counted: sharing?.rules,
    onRecorded:
      onRecorded &&
      (({ used: _used, left: _left, ...rule }) =>
        onRecorded({ id: rule.id, endpoint: rule.endpoint, text: ruleToJson(rule) })),
  })
  const connections: Connections = new WeakMap()
  const delays = createDelays({ clock, limit: maxDelayed, connections })
  const holds = createHolds()
  const explain = createExplain(onError)
  const deliveries = createDeliveries({
    forwarder,
    allowed: createAllowedHosts(allowSend, 'allowSend'),
    clock,
    bodyBytes: journal.responseBytes ?? 0,
    masked: journal.masked ?? [],
    onError: (error) => explain(error, { method: 'PUT', route: '/api/delivery/send' }),
  })
  let isDraining = false
  const workspace: Workspace = {
    basePath: '',
    control: tellsFix ? { asksForToken: token !== undefined } : undefined,
    store,
    registry,
    journal,
    files,
    origins,
    delays,
    holds,
    deliveries,
    order: createOrders({ registry, delays, holds, deliveries }, sharing),
    sharing,
    lists: oneAtATime(),
    imports: oneAtATime(),
    isDraining: () => isDraining,
  }
  const intake = createIntake(pendingBytes)
  const mockPlane = createMockPlane({
    cors: createCorsPolicy(allowOrigins),
    explain,
    intake,
    forwards: createForwards({ forwarder, allowForward, intake, maxBody, clock }),
  })
  const guarded = { allowedHosts, token, explain, intake, maxBody }
  const controlPlane = createControlPlane({
    ...guarded,
    streams: createEventStreams({ limit: maxStreams }),
    waits: createWaitPlaces(maxWaits, connections),
  })
  const mcpPlane = mcp && createMcpPlane({ ...guarded, mcp })
  const planes = createPlanes(mockPlane, controlPlane, mcpPlane)

  const app = createHono({ workspace, planes, explain, web, allowedHosts })
  const routed = app.fetch
  const direct = createDirectFetch({ workspace, ask: createAsk(planes), explain })
  const isOfWeb = (path: string): boolean => web !== undefined && isWebPath(path)
  const outermost: Omit<App, keyof Hono> & Pick<App, 'fetch'> = {
    // Without a web UI, no path has to be checked twice.
    fetch: web
      ? (request, env, context) =>
          isOfWeb(requestPath(request)) ? routed(request, env, context) : direct(request, env)
      : direct,
    answer: createPlainAdapter({
      workspace,
      plane: planes,
      isForFetch: (path, request) => isOfWeb(path) || (isControl(path) && isFollowing(request)),
    }),
    endpointApp: (name, basePath = '') =>
      createEndpointApp({
        name,
        workspace: { ...workspace, basePath, control: undefined },
        mockPlane,
        explain,
      }),
  }
  let control: Control | undefined
  return {
    app: Object.assign(app, outermost),
    rules: registry.rules,
    put: registry.add,
    control: () => (control ??= createLocalControl({ workspace, maxBody, explain })),
    drain() {
      isDraining = true
      journal.close()
      deliveries.close()
    },
    stop: () => delays.stop(stopping),
  }
}

function createWaitPlaces(limit: number, connections: Connections): Places {
  const what = 'calls wait for requests or deliveries'
  return createPlaces({ limit, connections, code: 'too-many-waits', what })
}

function stopping(): Problem {
  const detail = 'The service stopped before the delay of this response was over.'
  return new Problem('shutting-down', detail)
}
