// Which requests a rule is about: as an object, or in short.
import type { Data } from '../api.ts'
import type { RawJson } from '../json-writer.ts'

/** Which requests a rule answers. All members have to match; without members, every request does. */
export interface NewWhen {
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
  readonly params?: Readonly<Record<string, TextValue | NewTextLike>> | undefined
  /** The value of each of these parameters, as text; `null` means that there is no such parameter. */
  readonly query?: Readonly<Record<string, TextValue | NewTextLike | null>> | undefined
  /**
   * The whole query, as in a URL: these parameters and no others, in any order, beside those that
   * `query` compares.
   */
  readonly queryString?: string | undefined
  /** The value of each of these headers, as text; `null` means that there is no such header. */
  readonly headers?: Readonly<Record<string, TextValue | NewTextLike | null>> | undefined
  /**
   * The value of each of these fields of a form, urlencoded or multipart, as text; of a file its
   * content. `null` means that there is no such field.
   */
  readonly form?: Readonly<Record<string, TextValue | NewTextLike | null>> | undefined
  /** What the JSON of the body is: members in any order, numbers by value. */
  readonly json?: Data | RawJson
  /**
   * What the JSON of the body includes: the members of objects that are named here, at any depth;
   * arrays in full; numbers by value.
   */
  readonly jsonIncludes?: Data | RawJson
  /**
   * By JSON Pointer (RFC 6901) into the body, what the value there includes; or, of a string, what it
   * is like: `{ '/customer/email': { contains: '@example.com' } }`.
   */
  readonly jsonAt?: Readonly<Record<string, Data | RawJson | NewTextLike>> | undefined
  /** The body, exactly, or what it is like. */
  readonly body?: string | NewTextLike | undefined
}

/**
 * What a text is like. A regular expression takes time in proportion to the text, so it has no
 * lookaround and no backreferences (https://github.com/google/re2/wiki/Syntax). It matches anywhere
 * unless `^` and `$` say otherwise.
 */
export type NewTextLike =
  | RegExp
  | { readonly matches: string | RegExp }
  | { readonly contains: string }

/** What is sent as text: a number as JSON writes it. */
export type TextValue = string | number | boolean

/** The methods that can be written in short. */
export type ShortMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'

/** Which requests: a method, a path, both as in `GET /:id`, or an object. */
export type RequestMatch = ShortMethod | `/${string}` | `${ShortMethod} /${string}` | NewWhen

/** The path that a match names; `/` when it names none. */
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

/** The data of a response to such requests: the endpoint's own type, or any below the endpoint. */
export type DataAt<Match, Type> = [PathOf<Match>] extends ['/'] ? Type : Data

/** The parameters of the path: of `/:a/:b`, `a` and `b`. */
export type ParamsOf<Match> =
  string extends PathOf<Match>
    ? Readonly<Record<string, string>>
    : { readonly [Name in ParamIn<PathOf<Match>>]: string }

type ParamIn<Path> = Path extends `${infer Segment}/${infer Rest}`
  ? ParamIn<Segment> | ParamIn<Rest>
  : Path extends `:${infer Name}`
    ? Name
    : never

/** The object that a match stands for. What is wrong with it is for the service to say. */
export function toWhen(match: RequestMatch): NewWhen {
  if (typeof match !== 'string') return match
  if (match.startsWith('/')) return { path: match }
  const space = match.indexOf(' ')
  if (space === -1) return { method: match }
  return { method: match.slice(0, space), path: match.slice(space + 1) }
}
