// The conditions of a rule, as an object or as a short string.
import type { Data } from '../api.ts'
import type { RawJson } from '../json-writer.ts'

/** The conditions of a rule. A request must match all of them. Without any, all requests match. */
export interface NewWhen {
  /** The method, or a list of methods. `GET` matches HEAD too. Default: any. */
  readonly method?: string | readonly string[] | undefined
  /**
   * The path below the endpoint's name: literal segments, `:name` for any one segment, and `*` at
   * the end for the rest. A slash at the end of this path or of the request's path makes no
   * difference. Default: `/`, the endpoint itself, or `/*` for an endpoint that has only rules.
   */
  readonly path?: string | undefined
  /** Whether a slash at the end of the path makes a difference. Default: false. */
  readonly exactPath?: boolean | undefined
  /** The decoded value of each of these path parameters. */
  readonly params?: Readonly<Record<string, TextValue | NewTextLike>> | undefined
  /** The value of each of these query parameters, as text. `null` means that it must be absent. */
  readonly query?: Readonly<Record<string, TextValue | NewTextLike | null>> | undefined
  /**
   * The whole query, as in a URL. The request must have these parameters, in any order, and no
   * others except those in `query`.
   */
  readonly queryString?: string | undefined
  /** The value of each of these headers, as text. `null` means that it must be absent. */
  readonly headers?: Readonly<Record<string, TextValue | NewTextLike | null>> | undefined
  /**
   * The value of each of these fields of a form, urlencoded or multipart, as text. For a file, its
   * content. `null` means that the field must be absent.
   */
  readonly form?: Readonly<Record<string, TextValue | NewTextLike | null>> | undefined
  /** JSON that the body must equal. Members may be in any order. Numbers compare by value. */
  readonly json?: Data | RawJson
  /**
   * JSON that the body must include. At any depth, objects may have more members, but arrays must
   * have the same number of elements. Numbers compare by value.
   */
  readonly jsonIncludes?: Data | RawJson
  /**
   * For each JSON Pointer (RFC 6901) into the body, JSON that the value there must include. For a
   * string, a pattern is allowed too: `{ '/customer/email': { contains: '@example.com' } }`.
   */
  readonly jsonAt?: Readonly<Record<string, Data | RawJson | NewTextLike>> | undefined
  /** The body: an exact text, or a pattern for it. */
  readonly body?: string | NewTextLike | undefined
}

/**
 * A pattern for a text. A regular expression takes time in proportion to the text, so it has no
 * lookaround and no backreferences (https://github.com/google/re2/wiki/Syntax). It matches anywhere
 * in the text, unless it has `^` and `$`.
 */
export type NewTextLike =
  | RegExp
  | { readonly matches: string | RegExp }
  | { readonly contains: string }

/** A value that is sent as text. A number is written as in JSON. */
export type TextValue = string | number | boolean

/** The methods that a short match can have. */
export type ShortMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'

/** The conditions of a rule: a method, a path, both as in `GET /:id`, or an object. */
export type RequestMatch = ShortMethod | `/${string}` | `${ShortMethod} /${string}` | NewWhen

/**
 * Has no members that conditions lack. Added to a match whose type is inferred, because there the
 * compiler does not look for mistyped members.
 */
export type OnlyKnown<Match> = Match extends string
  ? unknown
  : { readonly [Name in Exclude<keyof Match, keyof NewWhen>]: never }

/** The path of a match, or `/` if it has none. */
export type PathOf<Match> = Match extends string
  ? Match extends `${string} ${infer Path}`
    ? Path
    : Match extends `/${string}`
      ? Match
      : '/'
  : 'path' extends keyof Match
    ? [Exclude<Match['path'], undefined>] extends [never]
      ? '/'
      : Exclude<Match['path'], undefined>
    : '/'

/** The data of a response to such requests: at `/` the type of the endpoint, below it any data. */
export type DataAt<Match, Type> = [PathOf<Match>] extends ['/'] ? Type : Data

/** The path parameters, such as `a` and `b` of `/:a/:b`. */
export type ParamsOf<Match> =
  string extends PathOf<Match>
    ? Readonly<Record<string, string>>
    : { readonly [Name in ParamIn<PathOf<Match>>]: string }

type ParamIn<Path> = Path extends `${infer Segment}/${infer Rest}`
  ? ParamIn<Segment> | ParamIn<Rest>
  : Path extends `:${infer Name}`
    ? Name
    : never

/**
 * Returns a match as an object. Throws a `TypeError` for a text that is neither a method nor a path
 * nor both. The service checks everything else.
 */
export function toWhen(match: RequestMatch): NewWhen {
  if (typeof match !== 'string') return match
  if (match.startsWith('/')) return { path: match }
  const [method = '', ...rest] = match.split(' ')
  if (method.includes('/')) {
    throw new TypeError(`'${match}' is not a match: write '/${match}', 'GET' or 'GET /${match}'.`)
  }
  return rest.length === 0 ? { method } : { method, path: rest.join(' ') }
}
