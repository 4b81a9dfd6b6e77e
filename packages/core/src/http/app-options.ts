// What an app is made of.
import type { Forwarder } from '../forward/forwarder.ts'
import type { Journal } from '../journal/journal.ts'
import type { Files } from '../model/endpoint/files.ts'
import type { EndpointStore, StoredRule } from '../model/store/store.ts'
import type { Clock } from '../model/time/clock.ts'
import type { ErrorReporter } from './error-reply.ts'
import type { Mcp } from './mcp-plane.ts'
import type { Web } from './web.ts'

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
  /**
   * Hosts that responses may forward requests to: names, `*.example.com`, `*` for all public ones,
   * addresses and ranges such as `10.0.0.0/8`, each but a range with a port or without. It may grow.
   * Default: none.
   */
  readonly allowForward?: readonly string[] | undefined
  /** Hosts that webhooks may be sent to, as in `allowForward`. Default: none. */
  readonly allowSend?: readonly string[] | undefined
  /** Forwards requests, and sends webhooks. Default: `createFetchForwarder`, by the runtime's `fetch`. */
  readonly forwarder?: Forwarder | undefined
  /** The largest body of an add, or of a request that is forwarded, in bytes. Default: 10 MiB. */
  readonly maxBody?: number | undefined
  /** How many bytes of memory the cache of endpoints may take; 0 for none. Default: 40 MiB. */
  readonly cacheBytes?: number
  /**
   * How many bytes of bodies may be read and written at once, together. A large body waits for room,
   * and is refused when there is none for 5 seconds. Default: 256 MiB.
   */
  readonly pendingBytes?: number | undefined
  /** How many responses may be delayed at once, and how many held; more are refused. Default: 10,000. */
  readonly maxDelayed?: number
  /** How many calls may wait for requests over HTTP at once. Default: 1,000. */
  readonly maxWaits?: number | undefined
  /** How many event streams may be open at once. Default: 16. */
  readonly maxStreams?: number | undefined
  /** What the chances and ranges of rules are drawn from; health tells it. Default: any. */
  readonly seed?: number | undefined
  /** Time and timers. Default: the runtime's, looked up at each call. */
  readonly clock?: Clock
  /**
   * Records requests; `createJournal` makes one. Default: the last 1,000, with nothing masked; on a
   * shared store those of all its services.
   */
  readonly journal?: Journal | undefined
  /** The files that endpoints come from, which health and lists then tell. Default: none. */
  readonly files?: Files | undefined
  /**
   * The origins of endpoints that have their own port, by name: health and lists include them. It may
   * change. Default: none.
   */
  readonly origins?: ReadonlyMap<string, string> | undefined
  /** Aborts when the service is about to stop: health answers 503 and event streams end. */
  readonly draining?: AbortSignal
  /** Aborts when the service stops: responses that are being delayed end at once. */
  readonly stopped?: AbortSignal
  /** Answers `/` and `/static/…`, behind the guard but without a token. Default: nothing there. */
  readonly web?: Web
  /** Answers `POST /mcp`, behind the guard and the token of the control API. Default: nothing there. */
  readonly mcp?: Mcp | undefined
  /**
   * Is told of each rule that a response was recorded as, and again when it has another response:
   * its JSON, as the control API takes it. Default: nobody is.
   */
  readonly onRecorded?: ((rule: StoredRule) => void) | undefined
  /** Is told once of each unexpected error, with the route's pattern. Default: nobody is. */
  readonly onError?: ErrorReporter
}
