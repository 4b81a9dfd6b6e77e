// The control API as an interface: the operations of a service, the same in process and remotely.
import type { FollowQuery, JournalEvent, PageQuery, RequestPage } from '../journal/view.ts'
import type { Delivery } from '../model/delivery/delivery.ts'
import type { Endpoint } from '../model/endpoint/endpoint.ts'
import type { FilesHealth } from '../model/endpoint/files.ts'
import type { RecordedRequest } from '../model/http/request.ts'
import type { ListedRule } from '../model/rule/rule.ts'

/** The endpoints to list. */
export interface EndpointQuery {
  /** Only names that begin with this. Default: all. */
  readonly prefix?: string | undefined
  /** Only names after this one, which need not exist. */
  readonly after?: string | undefined
  /** Maximum number of items in a page, 1 to 1000. Default: 100. */
  readonly limit?: number | undefined
}

/** A page of endpoints, in the order of their names. */
export interface EndpointPage {
  readonly endpoints: readonly Endpoint[]
  /** The `after` of the next page, or `null` on the last page. */
  readonly next: string | null
  /** Names of endpoints on this page that cannot be read, at most 100. Absent if there are none. */
  readonly unreadable?: readonly string[]
}

/** The endpoints to list as summaries. */
export interface SummaryQuery {
  /** Only names that contain this, ignoring case. Default: all. */
  readonly search?: string | undefined
  /** Only names after this one, which need not exist. */
  readonly after?: string | undefined
  /** Maximum number of items in a page, 1 to 1000. Default: 100. */
  readonly limit?: number | undefined
}

/** A summary of an endpoint. */
export interface EndpointSummary {
  readonly name: string
  readonly statusCode: number
  /** In milliseconds. */
  readonly delay: number
  /** The length of its data in bytes of UTF-8. */
  readonly dataBytes: number
  /** The first 200 characters of its data, without half of a surrogate pair. */
  readonly dataStart: string
  /** The number of its rules. */
  readonly rules: number
  /** The file it comes from, if any. */
  readonly file?: string
  /** True if it comes from a file and a call changed it since it was read. Otherwise absent. */
  readonly changed?: true
  /** Its own origin, such as `http://localhost:16541`, if it has one. */
  readonly origin?: string
}

/**
 * A page of summaries, in the order of the names. It may have fewer items than the limit, even
 * none, although there is a `next`, because the work of one call is limited.
 */
export interface SummaryPage {
  readonly endpoints: readonly EndpointSummary[]
  /** The `after` of the next page, or `null` if there are no more. */
  readonly next: string | null
  /** The number of all endpoints that match. Absent if counting them would take too long. */
  readonly total?: number
  /** Names of endpoints on this page that cannot be read, at most 100. Absent if there are none. */
  readonly unreadable?: readonly string[]
}

/** The rules to list. */
export interface RuleQuery {
  /** Only the rules of this endpoint. Default: all. */
  readonly endpoint?: string | undefined
  /**
   * Whether to list the rules that were used up since the last reset, latest first, instead of all
   * others. Lists at most the last 1000, or 100 if daemons share the store, and fewer if they are
   * large. Default: false.
   */
  readonly usedUp?: boolean | undefined
  /** The `next` of the previous page. */
  readonly after?: string | undefined
  /** Maximum number of items in a page, 1 to 1000. Default: 100. */
  readonly limit?: number | undefined
}

/** A page of rules, sorted by endpoint, and within one endpoint in the order they are tried. */
export interface RulePage {
  readonly rules: readonly ListedRule[]
  /** The `after` of the next page, or `null` on the last page. */
  readonly next: string | null
  /**
   * Names of endpoints on this page whose rules are left out because one of them cannot be read, at
   * most 100. Absent if there are none.
   */
  readonly unreadable?: readonly string[]
}

/** A held request to release, and changes to its response. */
export interface Release {
  /** The id of the request. */
  readonly id: string
  /** A partial response as JSON text that overrides the response of its rule. Empty: no change. */
  readonly response: string
}

/** Held requests to release, and changes to their responses. */
export interface ReleaseAll extends Omit<Release, 'id'> {
  /** Only requests held at this endpoint. Default: all. */
  readonly endpoint?: string | undefined
  /** Only requests that this rule holds. Default: all. */
  readonly rule?: string | undefined
}

/** The deliveries to list. */
export interface DeliveryQuery {
  /** Only deliveries caused by the response to this request. Default: all. */
  readonly request?: number | undefined
  /** Only deliveries after the one with this id, which is the `next` of the previous page. */
  readonly after?: string | undefined
  /** Maximum number of items in a page, 1 to 1000. Default: 100. */
  readonly limit?: number | undefined
}

/** A page of deliveries, in the order of their ids. */
export interface DeliveryPage {
  readonly deliveries: readonly Delivery[]
  /** The `after` of the next page, or `null` on the last page. */
  readonly next: string | null
}

/** A delivery, and how long to wait for its end. */
export interface DeliveryWait {
  readonly id: string
  /** Maximum wait while it is pending, in milliseconds of real time. Default: 0. */
  readonly wait?: number | undefined
}

/** The numbers of records that an import added or replaced. */
export interface Imported {
  /** Of endpoints with the same name, only the last one is added and counts. */
  readonly endpoints: number
  /** The same for rules with the same id. */
  readonly rules: number
}

/** The health of a service. */
export interface Health {
  /** `degraded`: its store fails, it is stopping, or it has unreadable endpoints. See `reason`. */
  readonly status: 'ok' | 'degraded'
  readonly version: string
  /** The number of endpoints, or `null` if the store fails to count them. */
  readonly endpoints: number | null
  /** The number of rules, or `null` if the store fails to count them. */
  readonly rules: number | null
  /** The seed of the random draws for chances and ranges. The same seed gives the same draws. */
  readonly seed: number
  /** The kind of the store, such as `memory` or `level`. */
  readonly store: string
  readonly reason?: string
  /**
   * Names of endpoints that were found to be unreadable, or to have unreadable rules, at most 100.
   * Only if that is the whole reason: everything else works, and the HTTP status is 200.
   */
  readonly unreadable?: readonly string[]
  /** Only if endpoints come from files. */
  readonly files?: FilesHealth
  /** The origins of endpoints that have their own port, by name. Absent if there are none. */
  readonly origins?: Readonly<Record<string, string>>
  /** What acknowledged writes survive. `synced`: a power cut. Only if daemons share the store. */
  readonly durability?: string
  /** The names of the running daemons that share the store, in order. Only if daemons share it. */
  readonly daemons?: readonly string[]
}

/** The input and the output of each operation. */
export interface Operations {
  /** Adds an endpoint, or replaces the endpoint with that name. Input: its JSON text. */
  addEndpoint: { input: string; output: Endpoint }
  /** Adds or replaces endpoints and rules: all of them, or none. Input: JSON text. */
  importRecords: { input: string; output: Imported }
  listEndpoints: { input: EndpointQuery; output: EndpointPage }
  listSummaries: { input: SummaryQuery; output: SummaryPage }
  /** Removes all endpoints. Returns their number. */
  clearEndpoints: { input: undefined; output: number }
  /** Returns the endpoint with that name. Rejects: `endpoint-not-found`. */
  getEndpoint: { input: string; output: Endpoint }
  /** Removes the endpoint with that name. Returns the name. Rejects: `endpoint-not-found`. */
  removeEndpoint: { input: string; output: string }
  /** Adds a rule, or replaces the rule with that id. Input: its JSON text. */
  addRule: { input: string; output: ListedRule }
  listRules: { input: RuleQuery; output: RulePage }
  /** Removes all rules, or the rules of one endpoint. Returns their number. */
  clearRules: { input: Pick<RuleQuery, 'endpoint'>; output: number }
  /** Returns the rule with that id, used up or not. Rejects: `rule-not-found`. */
  getRule: { input: string; output: ListedRule }
  /** Removes the rule with that id. Returns the id. Rejects: `rule-not-found`. */
  removeRule: { input: string; output: string }
  listRequests: { input: PageQuery; output: RequestPage }
  clearRequests: { input: undefined; output: undefined }
  /** Returns the request with that id. Rejects: `request-not-found`. */
  getRequest: { input: string; output: RecordedRequest }
  /** Releases a held request. Returns its id. Rejects: `request-not-found`, `request-not-held`. */
  releaseRequest: { input: Release; output: number }
  /** Releases held requests. Returns their number. */
  releaseRequests: { input: ReleaseAll; output: number }
  /** Starts to send a webhook. Input: its JSON text. */
  sendDelivery: { input: string; output: Delivery }
  listDeliveries: { input: DeliveryQuery; output: DeliveryPage }
  /** Cancels pending deliveries, and removes all. Returns their number. */
  clearDeliveries: { input: undefined; output: number }
  /** Returns the delivery with its messages and responses. Rejects: `delivery-not-found`. */
  getDelivery: { input: DeliveryWait; output: Delivery }
  /** Removes a delivery. Cancels it if pending. Returns its id. Rejects: `delivery-not-found`. */
  removeDelivery: { input: string; output: number }
  /** Resets the service for the next test. Input: options as JSON text, or an empty text. */
  reset: { input: string; output: undefined }
  getHealth: { input: undefined; output: Health }
  /** The OpenAPI document, as text. */
  getOpenApi: { input: undefined; output: string }
}

/** The name of an operation of the control API, as in the reference of docs/api.md. */
export type OperationName = keyof Operations

/**
 * The operations as methods. Each rejects with the `Problem` in the response of the service. Data
 * is text, byte for byte.
 */
export type Control = {
  readonly [Name in OperationName]: (
    input: Operations[Name]['input'],
    signal?: AbortSignal,
  ) => Promise<Operations[Name]['output']>
} & {
  /**
   * Follows the journal until the signal aborts or the connection ends. The first batch of a
   * remote service is empty, and means that the stream is open.
   */
  followRequests(query: FollowQuery, signal: AbortSignal): AsyncIterable<readonly JournalEvent[]>
}
