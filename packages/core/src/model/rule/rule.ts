// Types of a rule: its conditions, and the response for the requests that match them.
import type { DeliveryRequest } from '../delivery/delivery-request.ts'

/** The conditions of a rule. A request must match all of them. Without any, all requests match. */
export interface RuleWhen {
  /** The method, or a list of methods. `GET` matches HEAD too. Default: any. */
  readonly method?: string | readonly string[] | undefined
  /**
   * The path below the endpoint's name: literal segments, `:name` for any one segment, and `*` at
   * the end for the rest. A slash at the end of this path or of the request's path makes no
   * difference. Default: `/`, the endpoint itself; `/*` for an endpoint that has only rules.
   */
  readonly path?: string | undefined
  /** Whether a slash at the end of the path makes a difference. Default: false. */
  readonly exactPath?: boolean | undefined
  /** The decoded value of each of these path parameters. */
  readonly params?: Readonly<Record<string, TextMatch>> | undefined
  /** The value of each of these query parameters. `null` means that there is no such parameter. */
  readonly query?: Readonly<Record<string, TextMatch | null>> | undefined
  /**
   * The whole query, as in a URL. The request must have these parameters, in any order, and no
   * others except those in `query`.
   */
  readonly queryString?: string | undefined
  /** The value of each of these headers. `null` means that there is no such header. */
  readonly headers?: Readonly<Record<string, TextMatch | null>> | undefined
  /**
   * The value of each of these form fields, urlencoded or multipart. For a file, it is the content.
   * `null` means that there is no such field.
   */
  readonly form?: Readonly<Record<string, TextMatch | null>> | undefined
  /** JSON text that the body must equal. Members may be in any order. Numbers compare by value. */
  readonly json?: string | undefined
  /**
   * JSON text that the body must include. At any depth, objects may have more members, but arrays
   * must have the same number of elements. Numbers compare by value.
   */
  readonly jsonIncludes?: string | undefined
  /**
   * For each JSON Pointer (RFC 6901) into the body, JSON text that the value there must include.
   * For a string, an object with only `matches` or `contains` is allowed too.
   */
  readonly jsonAt?: Readonly<Record<string, string>> | undefined
  /** The body: an exact text, or a pattern for it. */
  readonly body?: TextMatch | undefined
}

/** An exact text, or a pattern for it. */
export type TextMatch = string | TextLike

export type TextLike =
  /** An RE2 regular expression that matches somewhere in the text. */
  | { readonly matches: string }
  /** A part that the text must contain. */
  | { readonly contains: string }

/** A way to break the connection instead of sending a proper response. */
export type NetworkFault = 'reset' | 'close' | 'truncate' | 'malformed' | 'hang'

/** All network faults. */
export const networkFaults: readonly NetworkFault[] = [
  'reset',
  'close',
  'truncate',
  'malformed',
  'hang',
]

/** A text, or bytes in base64. */
export interface RuleBody {
  readonly body: string
  readonly bodyEncoding?: 'base64' | undefined
}

/** A piece of a body, sent after its delay. */
export interface RuleChunk extends RuleBody {
  /** Milliseconds since the previous chunk. Default: 0. */
  readonly delay?: number | undefined
}

/** A server-sent event. */
export interface RuleEvent {
  /** JSON text. A string is sent as its characters, any other value as this text in one line. */
  readonly data: string
  readonly event?: string | undefined
  readonly id?: string | undefined
  /** Milliseconds since the previous event. Default: 0. */
  readonly delay?: number | undefined
}

/** Values that a recording never contains, in addition to credentials, cookies and API keys. */
export interface Redaction {
  /** Names of request and response headers. */
  readonly headers?: readonly string[] | undefined
  /** Names of query parameters and form fields. */
  readonly query?: readonly string[] | undefined
  /** JSON Pointers (RFC 6901) into JSON bodies of requests and responses. */
  readonly json?: readonly string[] | undefined
}

/** Options for recording with `forward`: what the recordings match, and what they omit. */
export interface RecordOptions {
  /** Names of the request headers that a recording matches. Default: none. */
  readonly headers?: readonly string[] | undefined
  readonly redact?: Redaction | undefined
}

/** An action after a response. */
export interface FollowUp {
  /** A webhook, or several. */
  readonly send: DeliveryRequest
}

/** The response of a rule. Its members replace those of the default response. */
export interface RuleResponse {
  /** 200-599. Default: as in the default response, or 200. */
  readonly statusCode?: number | undefined
  /** JSON text, sent byte for byte. Default: as in the default response. */
  readonly data?: string | undefined
  /** Milliseconds, or the bounds of a random delay. Default: as in the default response, or 0. */
  readonly delay?: number | readonly [least: number, most: number] | undefined
  /** Headers to add or replace. `null` removes a header, and a list repeats it. */
  readonly headers?: Readonly<Record<string, string | null | readonly string[]>> | undefined
  /** Instead of `data`: text as `text/plain`, base64 as bytes, unless a header sets the type. */
  readonly body?: string | undefined
  readonly bodyEncoding?: 'base64' | undefined
  /** Pieces of a body, sent one after the other instead of `data`. */
  readonly chunks?: readonly RuleChunk[] | undefined
  /** Server-sent events, sent instead of `data`. */
  readonly events?: readonly RuleEvent[] | undefined
  /** The speed of the body. Default: unlimited. */
  readonly bytesPerSecond?: number | undefined
  readonly fault?: NetworkFault | undefined
  /** Whether the response waits until it is released. Default: false. */
  readonly hold?: boolean | undefined
  /** Actions after the response was sent, or the connection was broken instead. Default: none. */
  readonly then?: readonly FollowUp[] | undefined
  /**
   * Whether its texts have places that are filled for each request: `{"$request": "/body/id"}` for
   * a JSON value, `${/body/id}` in strings. `'headers'` fills only headers, so that the body may
   * have any length. Default: false.
   */
  readonly dynamic?: boolean | 'headers' | undefined
  /**
   * The base URL of a service that the request is sent to, and whose response is sent instead. The
   * path below the endpoint and the query are appended to it.
   */
  readonly forward?: string | undefined
  /**
   * With `forward`: whether each response is added to the endpoint as a permanent rule, or options.
   * That rule answers after the next reset, or once this rule changes or ends. Default: false.
   */
  readonly record?: boolean | RecordOptions | undefined
}

/** A rule of an endpoint. It has either `response` or `responses`. */
export interface Rule {
  /** Like a name: 1-255 bytes of UTF-8. */
  readonly id: string
  readonly endpoint: string
  /** The time when its response was recorded (RFC 3339), if it was. */
  readonly recordedAt?: string | undefined
  readonly when?: RuleWhen | undefined
  readonly response?: RuleResponse | undefined
  /** One for each request, in turn. Then the rule is used up, unless `repeatLast` is true. */
  readonly responses?: readonly RuleResponse[] | undefined
  /** With `responses`: whether the last one answers all further requests. Default: false. */
  readonly repeatLast?: boolean | undefined
  /** With `response`: number of requests until the rule is used up. Default: unlimited. */
  readonly times?: number | undefined
  /** Share of the matching requests that it answers, from 0 to 1. Default: 1. */
  readonly chance?: number | undefined
}

/** A rule as the control API shows it. */
export interface ListedRule extends Rule {
  /** Number of requests that it has answered since the last reset. */
  readonly used: number
  /** Number of requests that it can still answer; `null` if it is unlimited. */
  readonly left: number | null
}

/** Maximum number of rules of an endpoint. */
export const mostRulesOfEndpoint = 1000
/** Maximum number of rules of all endpoints together. */
export const mostRules = 100_000

/** Whether a rule is used up after a number of requests. Such rules cover the next requests. */
export function isTemporary(rule: Rule): boolean {
  return mostOf(rule) !== undefined
}

/** Returns the number of requests that a rule answers; `undefined` if it is unlimited. */
export function mostOf({ times, responses, repeatLast }: Rule): number | undefined {
  return repeatLast ? undefined : (times ?? responses?.length)
}

/** A rule as a store keeps it: as JSON text. */
export interface StoredRule {
  readonly id: string
  readonly endpoint: string
  readonly text: string
  /** Only set for stores that count rules for several services (`CountedRules`). Default: false. */
  readonly isTemporary?: boolean | undefined
}

/** The closest rule to a request that none matched, and the first member that differs. */
export interface RuleMismatch {
  /** The id of the rule. */
  readonly rule: string
  /**
   * Such as `method`, `path`, `params.id`, `query.page`, `headers.accept`, `form.code`, `json/amount`,
   * `jsonIncludes/amount`, `jsonAt./amount`, `body`.
   */
  readonly member: string
  readonly expected: string
  readonly actual: string
}

/** Returns the mismatch, without its values if they are those of a masked header. */
export function maskMismatch(mismatch: RuleMismatch, masked: readonly string[] = []): RuleMismatch {
  const [, name] = /^headers\.(.*)$/s.exec(mismatch.member) ?? []
  if (name === undefined || !masked.includes(name.toLowerCase())) return mismatch
  return { ...mismatch, expected: mask(mismatch.expected), actual: mask(mismatch.actual) }
}

/** Masks a value, but shows whether there is one. */
function mask(value: string): string {
  return value === nothing ? nothing : '***'
}

/** The text for a missing value. */
export const nothing = 'nothing'

/** Returns a text such as: rule `a`, whose method is POST, not GET. */
export function mismatchInWords({ rule, member, expected, actual }: RuleMismatch): string {
  return `rule \`${rule}\`, whose ${memberInWords(member)} is ${expected}, not ${actual}`
}

const kinds: Readonly<Record<string, string>> = {
  params: 'path parameter',
  query: 'query parameter',
  headers: 'header',
  form: 'form field',
  jsonAt: 'JSON at',
}

/** Returns a text such as: header `accept`. */
function memberInWords(member: string): string {
  const [json, , at] = /^json(Includes)?(\/.*)?$/s.exec(member) ?? []
  if (json !== undefined) return at === undefined ? 'JSON' : `JSON at \`${at}\``
  const [, kind = '', name] = /^(\w+)\.(.*)$/s.exec(member) ?? []
  const word = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
  return word === undefined ? member : `${word} \`${name}\``
}
