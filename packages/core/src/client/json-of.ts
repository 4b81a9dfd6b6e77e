// The type that a value has after it was written as JSON and parsed.
import type { RawJson } from './json-writer.ts'

/**
 * The type of a value after it was sent as JSON and parsed: a string for a `Date`, the result of
 * `toJSON()` for any object that has it, and objects without their functions. A plain JSON type is
 * unchanged. A type that cannot be sent, such as a `Map` or a BigInt, becomes `never`.
 */
export type JsonOf<Type> = Same<Type, Parsed<Type>> extends true ? Type : Parsed<Type>

/** Converts each member of a union separately. `any` and `unknown` are unchanged. */
type Parsed<Type> = unknown extends Type
  ? Type
  : Type extends string | number | boolean | null | undefined
    ? Type
    : Type extends RawJson
      ? unknown
      : Type extends { toJSON(...key: never): infer Json }
        ? Parsed<Json>
        : Type extends readonly unknown[]
          ? ParsedList<Type>
          : Type extends Unsendable
            ? never
            : ParsedObject<Type>

/** Array types stay array types, which are evaluated lazily, so that types may be recursive. */
type ParsedList<List extends readonly unknown[]> = readonly List[number][] extends List
  ? readonly Parsed<List[number]>[]
  : List[number][] extends List
    ? Parsed<List[number]>[]
    : { [Index in keyof List]: Parsed<List[Index]> }

/** Omits members that are never in JSON. `object` and `{}` list no members, and are unchanged. */
type ParsedObject<Type> = [keyof Type] extends [never]
  ? Type
  : { [Key in keyof Type as SentKey<Type, Key>]: Parsed<Type[Key]> }

/** Keeps an optional member that is always undefined, because it discriminates unions. */
type SentKey<Type, Key extends keyof Type> = Key extends symbol
  ? never
  : unknown extends Type[Key]
    ? Key
    : [Type[Key]] extends [undefined]
      ? object extends Pick<Type, Key>
        ? Key
        : never
      : [Type[Key]] extends [Callable | symbol | undefined]
        ? never
        : Key

type Callable = (...parameters: never) => unknown

type Unsendable = bigint | symbol | Callable | ReadonlyMap<unknown, unknown> | ReadonlySet<unknown>

/** Whether two types are the same, not only assignable to each other. */
type Same<One, Other> =
  (<Type>() => Type extends One ? 1 : 2) extends <Type>() => Type extends Other ? 1 : 2
    ? true
    : false
