// The options of an app.
import type { Forwarder } from '../forward/forwarder.ts'
import type { Journal } from '../journal/journal.ts'
import type { Files } from '../model/endpoint/files.ts'
import type { EndpointStore, StoredRule } from '../model/store/store.ts'
import type { Clock } from '../model/time/clock.ts'
import type { ErrorReporter } from './error-reply.ts'
import type { Mcp } from './mcp-plane.ts'
import type { Web } from './web.ts'

/** The options of an app. Only the store is required. */
export interface AppOptions {
  /** The store that keeps the endpoints. The app never closes it. */
  readonly store: EndpointStore
  /** The token that the control API requires as `Authorization: Bearer`. Default: none. */
  readonly token?: string | undefined
  /** Hosts the control API accepts besides IP addresses, names without a dot and localhost. */
  readonly allowedHosts?: readonly string[] | undefined
  /** Origins whose pages may read endpoints, besides loopback ones. `*` is all, without cookies. */
  readonly allowOrigins?: readonly string[] | undefined
  /**
   * Hosts that responses may forward requests to: names, `*.example.com`, `*` for all public ones,
   * addresses, and ranges such as `10.0.0.0/8`. All except ranges may have a port. The list may
   * grow later. Default: none.
   */
  readonly allowForward?: readonly string[] | undefined
  /** Hosts that webhooks may be sent to, as in `allowForward`. Default: none. */
  readonly allowSend?: readonly string[] | undefined
  /** Forwards requests and sends webhooks. Default: `createFetchForwarder`, with global `fetch`. */
  readonly forwarder?: Forwarder | undefined
  /** The largest body of a control API call or forwarded request, in bytes. Default: 10 MiB. */
  readonly maxBody?: number | undefined
  /** Bytes of memory that the cache of endpoints may take. 0 disables it. Default: 40 MiB. */
  readonly cacheBytes?: number | undefined
  /**
   * Total bytes of bodies that may be read and written at once. A large body waits for room, and is
   * refused when there is none for 5 seconds. Default: 256 MiB.
   */
  readonly pendingBytes?: number | undefined
  /** Maximum number of delayed responses, and of held ones. More are refused. Default: 10,000. */
  readonly maxDelayed?: number | undefined
  /** Maximum number of HTTP calls that wait for requests or deliveries. Default: 1,000. */
  readonly maxWaits?: number | undefined
  /** Maximum number of open event streams. Default: 16. */
  readonly maxStreams?: number | undefined
  /** The random seed for chances and ranges of rules. Health includes it. Default: a random one. */
  readonly seed?: number | undefined
  /** Time and timers. Default: the runtime's, looked up at each call. */
  readonly clock?: Clock | undefined
  /**
   * Records requests. `createJournal` makes one. Default: records the last 1,000, with nothing
   * masked, on a shared store those of all its services.
   */
  readonly journal?: Journal | undefined
  /** The files that endpoints come from. Health and lists include them. Default: none. */
  readonly files?: Files | undefined
  /**
   * The origins of endpoints that have their own port, by name. Health and lists include them. The
   * map may change later. Default: none.
   */
  readonly origins?: ReadonlyMap<string, string> | undefined
  /** Aborts when the service is about to stop. Health then returns 503, and event streams end. */
  readonly draining?: AbortSignal | undefined
  /** Aborts when the service stops. Delayed responses then end at once. */
  readonly stopped?: AbortSignal | undefined
  /** Answers `/` and `/static/…`, behind the guard but without a token. Default: no web UI. */
  readonly web?: Web | undefined
  /** Answers `POST /mcp`, behind the guard and the token of the control API. Default: no MCP. */
  readonly mcp?: Mcp | undefined
  /**
   * Called with each rule that a response is recorded as, and again when the response of the rule
   * changes. The text is its JSON, as the control API accepts it. Default: not called.
   */
  readonly onRecorded?: ((rule: StoredRule) => void) | undefined
  /** Called once for each unexpected error, with the route's pattern. Default: not called. */
  readonly onError?: ErrorReporter | undefined
}
