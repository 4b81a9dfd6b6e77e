// The control API as an interface: what can be done to a service, the same in process and remotely.
import type { FollowQuery, JournalEvent, PageQuery, RequestPage } from '../journal/view.ts'
import type { Delivery } from '../model/delivery/delivery.ts'
import type { Endpoint } from '../model/endpoint/endpoint.ts'
import type { FilesHealth } from '../model/endpoint/files.ts'
import type { RecordedRequest } from '../model/http/request.ts'
import type { ListedRule } from '../model/rule/rule.ts'

/** Which endpoints to list. */
export interface EndpointQuery {
  /** Only names that begin with this. Default: all. */
  readonly prefix?: string | undefined
  /** Only names after this one, which need not exist. */
  readonly after?: string | undefined
  /** How many a page holds at most, 1-1000. Default: 100. */
  readonly limit?: number | undefined
}

/** A page of endpoints, in the order of their names. */
export interface EndpointPage {
  readonly endpoints: readonly Endpoint[]
  /** The `after` of the next page; `null` on the last one. */
  readonly next: string | null
  /** Names of endpoints that belong here and cannot be read, at most 100. Only if there are any. */
  readonly unreadable?: readonly string[]
}

/** Which endpoints to list in short. */
export interface SummaryQuery {
  /** Only names that contain this, in upper or lower case. Default: all. */
  readonly search?: string | undefined
  /** Only names after this one, which need not exist. */
  readonly after?: string | undefined
  /** How many a page holds at most, 1-1000. Default: 100. */
  readonly limit?: number | undefined
}

/** An endpoint in short. */
export interface EndpointSummary {
  readonly name: string
  readonly statusCode: number
  /** In milliseconds. */
  readonly delay: number
  /** The length of its data in bytes of UTF-8. */
  readonly dataBytes: number
  /** The first 200 characters of its data; never half of a surrogate pair. */
  readonly dataStart: string
  /** How many rules it has. */
  readonly rules: number
  /** The file it comes from, if any. */
  readonly file?: string
  /** Only if it comes from a file, and was changed since by somebody else: true. */
  readonly changed?: true
  /** Its own origin, such as `http://localhost:16541`, if it has one. */
  readonly origin?: string
}

/**
 * A page of endpoints in short, in the order of their names. It may hold fewer than its limit, even
 * none, and still have a `next`: a call does only so much work.
 */
export interface SummaryPage {
  readonly endpoints: readonly EndpointSummary[]
  /** The `after` of the next page; `null` when there are no more. */
  readonly next: string | null
  /** How many endpoints match in all. Left out where counting them would take too long. */
  readonly total?: number
  /** Names of endpoints that belong here and cannot be read, at most 100. Only if there are any. */
  readonly unreadable?: readonly string[]
}

/** Which rules to list. */
export interface RuleQuery {
  /** Only the rules of this endpoint. Default: all. */
  readonly endpoint?: string | undefined
  /**
   * Whether to list those that were used up since the last reset, the last one first, in place of
   * those that are tried. The last hundred are there, and more while they are small. Default: false.
   */
  readonly usedUp?: boolean | undefined
  /** The `next` of the previous page. */
  readonly after?: string | undefined
  /** How many a page holds at most, 1-1000. Default: 100. */
  readonly limit?: number | undefined
}

/** A page of rules: by the names of their endpoints, and those of one in the order they are tried. */
export interface RulePage {
  readonly rules: readonly ListedRule[]
  /** The `after` of the next page; `null` on the last one. */
  readonly next: string | null
  /**
   * Names of endpoints that belong here, and whose rules are left out as one of them cannot be read;
   * at most 100. Only if there are any.
   */
  readonly unreadable?: readonly string[]
}

/** A held request to release, and what it is answered then. */
export interface Release {
  /** Of one request. */
  readonly id: string
  /** A partial response as JSON text, laid over that of its rule. Empty: as its rule says. */
  readonly response: string
}

/** Held requests to release, and what they are answered then. */
export interface ReleaseAll extends Omit<Release, 'id'> {
  /** Only those held at this endpoint. Default: all. */
  readonly endpoint?: string | undefined
  /** Only requests that this rule holds. Default: all. */
  readonly rule?: string | undefined
}

/** Which deliveries to list. */
export interface DeliveryQuery {
  /** Only deliveries caused by the response to this request. Default: all. */
  readonly request?: number | undefined
  /** Only those behind the one of this id: the `next` of the page before. */
  readonly after?: string | undefined
  /** How many a page holds at most, 1-1000. Default: 100. */
  readonly limit?: number | undefined
}

/** A page of deliveries, in the order of their ids. */
export interface DeliveryPage {
  readonly deliveries: readonly Delivery[]
  /** The `after` of the next page; `null` on the last one. */
  readonly next: string | null
}

/** A delivery, and how long to wait for its end. */
export interface DeliveryWait {
  readonly id: string
  /** In milliseconds of real time, while it is pending. Default: 0. */
  readonly wait?: number | undefined
}

/** How many records an import has added or replaced. */
export interface Imported {
  readonly endpoints: number
  readonly rules: number
}

/** How a service is. */
export interface Health {
  /** `degraded`: it cannot store, is about to stop, or has unreadable endpoints; `reason` says why. */
  readonly status: 'ok' | 'degraded'
  readonly version: string
  /** How many endpoints there are; `null` when the store cannot tell. */
  readonly endpoints: number | null
  /** How many rules there are; `null` when the store cannot tell. */
  readonly rules: number | null
  /** What chances and ranges are drawn from: with the same seed, they fall the same way. */
  readonly seed: number
  /** What keeps them: `memory`, `level`. */
  readonly store: string
  readonly reason?: string
  /**
   * Names of endpoints that were asked for or listed, and cannot be read, or whose rules cannot; at
   * most 100. Only when that is the whole reason: everything else works, and the HTTP status is 200.
   */
  readonly unreadable?: readonly string[]
  /** Only of a service whose endpoints come from files. */
  readonly files?: FilesHealth
  /** The origins of endpoints that have their own port, by name. Only where there are any. */
  readonly origins?: Readonly<Record<string, string>>
  /** What an acknowledged write outlives: `synced` a power cut. Only where daemons share a store. */
  readonly durability?: string
  /** The names of the daemons that share the store and are there, in order. Only where they do. */
  readonly daemons?: readonly string[]
}

/** What each operation is given, and what it results in. */
export interface Operations {
  /** Adds an endpoint, or replaces the endpoint with that name. Given: its JSON text. */
  addEndpoint: { input: string; output: Endpoint }
  /** Adds or replaces endpoints and rules: all of them, or none. Given: JSON text. */
  importRecords: { input: string; output: Imported }
  listEndpoints: { input: EndpointQuery; output: EndpointPage }
  listSummaries: { input: SummaryQuery; output: SummaryPage }
  /** Removes all endpoints. Results in how many there were. */
  clearEndpoints: { input: undefined; output: number }
  /** The endpoint of that name, or the problem `endpoint-not-found`. */
  getEndpoint: { input: string; output: Endpoint }
  /** Removes the endpoint of that name. Results in the name, or the problem `endpoint-not-found`. */
  removeEndpoint: { input: string; output: string }
  /** Adds a rule, or replaces the rule with that id. Given: its JSON text. */
  addRule: { input: string; output: ListedRule }
  listRules: { input: RuleQuery; output: RulePage }
  /** Removes all rules, or the rules of one endpoint. Results in how many there were. */
  clearRules: { input: Pick<RuleQuery, 'endpoint'>; output: number }
  /** The rule of that id, used up or not, or the problem `rule-not-found`. */
  getRule: { input: string; output: ListedRule }
  /** Removes the rule of that id. Results in the id, or the problem `rule-not-found`. */
  removeRule: { input: string; output: string }
  listRequests: { input: PageQuery; output: RequestPage }
  clearRequests: { input: undefined; output: undefined }
  /** The request of that id, or the problem `request-not-found`. */
  getRequest: { input: string; output: RecordedRequest }
  /** Releases a held request. Results in its id, or `request-not-found` or `request-not-held`. */
  releaseRequest: { input: Release; output: number }
  /** Releases held requests. Results in how many there were. */
  releaseRequests: { input: ReleaseAll; output: number }
  /** Begins to send a webhook. Given: its JSON text. */
  sendDelivery: { input: string; output: Delivery }
  listDeliveries: { input: DeliveryQuery; output: DeliveryPage }
  /** Cancels those that are pending, and forgets all. Results in how many there were. */
  clearDeliveries: { input: undefined; output: number }
  /** The delivery of that id, with what was sent and came back, or the problem `delivery-not-found`. */
  getDelivery: { input: DeliveryWait; output: Delivery }
  /** Cancels it if it is pending, and forgets it. Results in the id, or `delivery-not-found`. */
  removeDelivery: { input: string; output: number }
  /** Back to how a test began. Given: its options as JSON text, or an empty text. */
  reset: { input: string; output: undefined }
  getHealth: { input: undefined; output: Health }
  /** The OpenAPI document, as text. */
  getOpenApi: { input: undefined; output: string }
}

/** The name of an operation of the control API, as in the reference of docs/api.md. */
export type OperationName = keyof Operations

/**
 * The operations as methods. Each rejects with the `Problem` that the service answers. Data is text,
 * byte for byte.
 */
export type Control = {
  readonly [Name in OperationName]: (
    input: Operations[Name]['input'],
    signal?: AbortSignal,
  ) => Promise<Operations[Name]['output']>
} & {
  /**
   * Follows the journal, until the signal aborts or the connection ends. The first batch of a
   * remote service is empty: it tells that the stream is open.
   */
  followRequests(query: FollowQuery, signal: AbortSignal): AsyncIterable<readonly JournalEvent[]>
}
