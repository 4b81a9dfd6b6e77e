// The rule: which requests to an endpoint get something else than its default response, and what.
import type { DeliveryRequest } from '../delivery/delivery-request.ts'

/** Which requests a rule answers. All members have to match; without members, every request does. */
export interface RuleWhen {
  /** The method, or a list of methods. `GET` matches HEAD too. Default: any. */
  readonly method?: string | readonly string[] | undefined
  /**
   * The path below the endpoint's name: literal segments, `:name` for any one segment, and `*` at the
   * end for whatever follows. A slash at its end, or at that of the request's path, makes no
   * difference. Default: `/`, the endpoint itself; `/*` for an endpoint that has only rules.
   */
  readonly path?: string | undefined
  /** Whether a slash at the end of the path makes a difference. Default: false. */
  readonly exactPath?: boolean | undefined
  /** What each of these parameters of the path is, decoded. */
  readonly params?: Readonly<Record<string, TextMatch>> | undefined
  /** The value of each of these parameters; `null` means that there is no such parameter. */
  readonly query?: Readonly<Record<string, TextMatch | null>> | undefined
  /**
   * The whole query, as in a URL: these parameters and no others, in any order, beside those that
   * `query` compares.
   */
  readonly queryString?: string | undefined
  /** The value of each of these headers; `null` means that there is no such header. */
  readonly headers?: Readonly<Record<string, TextMatch | null>> | undefined
  /**
   * The value of each of these fields of a form, urlencoded or multipart, of a file its content;
   * `null` means that there is no such field.
   */
  readonly form?: Readonly<Record<string, TextMatch | null>> | undefined
  /** JSON text that the body is: members in any order, numbers by value. */
  readonly json?: string | undefined
  /**
   * JSON text that the body includes: the members of objects that are named here, at any depth;
   * arrays in full; numbers by value.
   */
  readonly jsonIncludes?: string | undefined
  /**
   * By JSON Pointer (RFC 6901) into the body, JSON text that the value there includes; or, for a
   * string, an object with `matches` or `contains` alone.
   */
  readonly jsonAt?: Readonly<Record<string, string>> | undefined
  /** The body, exactly or as a text that is like this. */
  readonly body?: TextMatch | undefined
}

/** A text itself, or what it has to be like. */
export type TextMatch = string | TextLike

export type TextLike =
  /** A regular expression of RE2 that matches somewhere in the text. */
  | { readonly matches: string }
  /** A text somewhere in it. */
  | { readonly contains: string }

/** Breaks the connection instead of a proper response. */
export type NetworkFault = 'reset' | 'close' | 'truncate' | 'malformed' | 'hang'

/** Every fault that there is. */
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

/** A piece of a body, sent when its delay is over. */
export interface RuleChunk extends RuleBody {
  /** Milliseconds since the previous chunk. Default: 0. */
  readonly delay?: number | undefined
}

/** A server-sent event. */
export interface RuleEvent {
  /** JSON text. A string is sent as its characters, anything else as this text. */
  readonly data: string
  readonly event?: string | undefined
  readonly id?: string | undefined
  /** Milliseconds since the previous event. Default: 0. */
  readonly delay?: number | undefined
}

/** What is never stored in a recording, in addition to credentials, cookies and API keys. */
export interface Redaction {
  /** Names of headers, of requests and of responses. */
  readonly headers?: readonly string[] | undefined
  /** Names of parameters of the query, and of fields of forms. */
  readonly query?: readonly string[] | undefined
  /** JSON Pointers (RFC 6901) into JSON bodies, of requests and of responses. */
  readonly json?: readonly string[] | undefined
}

/** How a rule that forwards records: what its recordings match, and what they leave out. */
export interface RecordOptions {
  /** Names of the request headers that a recording matches. Default: none. */
  readonly headers?: readonly string[] | undefined
  readonly redact?: Redaction | undefined
}

/** What follows a response. */
export interface FollowUp {
  /** A webhook, or several. */
  readonly send: DeliveryRequest
}

/** What a rule answers: laid over what the endpoint answers without it. */
export interface RuleResponse {
  /** 200-599. Default: that of the endpoint. */
  readonly statusCode?: number | undefined
  /** JSON text, sent byte for byte. Default: that of the endpoint. */
  readonly data?: string | undefined
  /** Milliseconds, or the bounds they are drawn between. Default: that of the endpoint. */
  readonly delay?: number | readonly [least: number, most: number] | undefined
  /** `null` removes a header, and a list repeats it. */
  readonly headers?: Readonly<Record<string, string | null | readonly string[]>> | undefined
  /** In place of `data`: `text/plain`, or bytes, unless a header says otherwise. */
  readonly body?: string | undefined
  readonly bodyEncoding?: 'base64' | undefined
  /** In place of `data`: one after the other. */
  readonly chunks?: readonly RuleChunk[] | undefined
  /** In place of `data`: server-sent events. */
  readonly events?: readonly RuleEvent[] | undefined
  /** The speed of the body. Default: unlimited. */
  readonly bytesPerSecond?: number | undefined
  readonly fault?: NetworkFault | undefined
  /** Whether the response waits until it is released. Default: false. */
  readonly hold?: boolean | undefined
  /** What follows when the response was sent, or the connection broken in its place. Default: nothing. */
  readonly then?: readonly FollowUp[] | undefined
  /**
   * Whether its texts have places that are filled for each request: `{"$request": "/body/id"}` in
   * place of a JSON value, `${/body/id}` in strings. `'headers'` fills nothing else, and the
   * body may be of any length. Default: false.
   */
  readonly dynamic?: boolean | 'headers' | undefined
  /**
   * In place of what is sent otherwise: the base URL of a service that the request goes to, and whose
   * response is sent. The path below the endpoint and the query follow it.
   */
  readonly forward?: string | undefined
  /**
   * With `forward`: whether each response is added to the endpoint as a permanent rule, or how. It answers
   * from the next reset on, and when this rule is changed. Default: false.
   */
  readonly record?: boolean | RecordOptions | undefined
}

/** A rule of an endpoint. It has either `response` or `responses`. */
export interface Rule {
  /** Like a name: 1-255 bytes of UTF-8. */
  readonly id: string
  readonly endpoint: string
  /** When its response was recorded (RFC 3339), if it was. */
  readonly recordedAt?: string | undefined
  readonly when?: RuleWhen | undefined
  readonly response?: RuleResponse | undefined
  /** One for each request, in turn; then the rule is used up, unless `repeatLast` is true. */
  readonly responses?: readonly RuleResponse[] | undefined
  /** With `responses`: whether the last one is given to all requests that follow. Default: false. */
  readonly repeatLast?: boolean | undefined
  /** With `response`: how many requests it answers before it is used up. Default: no end. */
  readonly times?: number | undefined
  /** Which share of the requests that match it answers, from 0 to 1. Default: 1. */
  readonly chance?: number | undefined
}

/** A rule as the control API shows it. */
export interface ListedRule extends Rule {
  /** How many requests it has answered, since the last reset. */
  readonly used: number
  /** How many more it answers; `null` when there is no end. */
  readonly left: number | null
}

/** How many rules an endpoint may have. */
export const mostRulesOfEndpoint = 1000
/** How many rules all endpoints may have together. */
export const mostRules = 100_000

/** Whether a rule is used up at some time. Such rules are about the next requests. */
export function isTemporary(rule: Rule): boolean {
  return mostOf(rule) !== undefined
}

/** How many requests a rule answers; `undefined` when there is no end. */
export function mostOf({ times, responses, repeatLast }: Rule): number | undefined {
  return repeatLast ? undefined : (times ?? responses?.length)
}

/** What a rule is to a store: a text. */
export interface StoredRule {
  readonly id: string
  readonly endpoint: string
  readonly text: string
  /** Only given to stores that count rules for several services (`CountedRules`). Default: no. */
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

/** The same without the values of a header that is masked. */
export function maskMismatch(mismatch: RuleMismatch, masked: readonly string[] = []): RuleMismatch {
  const [, name] = /^headers\.(.*)$/s.exec(mismatch.member) ?? []
  if (name === undefined || !masked.includes(name.toLowerCase())) return mismatch
  return { ...mismatch, expected: mask(mismatch.expected), actual: mask(mismatch.actual) }
}

/** Whether there is a value can be told. */
function mask(value: string): string {
  return value === nothing ? nothing : '***'
}

/** Stands for a value that is not there. */
export const nothing = 'nothing'

/** Such as: rule `a`, whose method is POST, not GET. */
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

/** Such as: header `accept`. */
function memberInWords(member: string): string {
  const [json, , at] = /^json(Includes)?(\/.*)?$/s.exec(member) ?? []
  if (json !== undefined) return at === undefined ? 'JSON' : `JSON at \`${at}\``
  const [, kind = '', name] = /^(\w+)\.(.*)$/s.exec(member) ?? []
  const word = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
  return word === undefined ? member : `${word} \`${name}\``
}
