// What a type becomes on its way through JSON.
import type { RawJson } from './json-writer.ts'

/**
 * What JSON gives back for a value of this type: a string for a `Date`, what `toJSON()` returns for
 * any object that has it, and objects without their functions. A type that is plain JSON comes out
 * as itself; one that cannot be sent, such as a `Map` or a BigInt, is `never`.
 */
export type JsonOf<Type> = Same<Type, Parsed<Type>> extends true ? Type : Parsed<Type>

/** Each member of a union by itself; `any` and `unknown` stay. */
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

/** A list is written as a list, which is evaluated late, so that types may contain themselves. */
type ParsedList<List extends readonly unknown[]> = readonly List[number][] extends List
  ? readonly Parsed<List[number]>[]
  : List[number][] extends List
    ? Parsed<List[number]>[]
    : { [Index in keyof List]: Parsed<List[Index]> }

/** Without what is never in JSON. `object` and `{}` say nothing of their members and stay. */
type ParsedObject<Type> = [keyof Type] extends [never]
  ? Type
  : { [Key in keyof Type as SentKey<Type, Key>]: Parsed<Type[Key]> }

/** An optional member that is always undefined stays: unions are told apart by it. */
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

/** Whether they are the same type, not only assignable to each other. */
type Same<One, Other> =
  (<Type>() => Type extends One ? 1 : 2) extends <Type>() => Type extends Other ? 1 : 2
    ? true
    : false
