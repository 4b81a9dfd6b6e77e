// Checks named values against a schema of fields, and describes every fault at once.
import type * as z from 'zod/mini'
import { safeParse } from 'zod/mini'
import { createFaultList, type FaultList, step } from './fault-list.ts'
import type { OtherWords } from './other-words.ts'
import type { Fault } from './problem.ts'

/** A schema of named fields and no others, whose values make up a `T`. */
export type FieldsSchema<T> = z.ZodMiniType<T> & {
  readonly shape: Readonly<Record<string, unknown>>
}

type Result<T> =
  | { readonly value: T; readonly faults?: never }
  | { readonly value?: never; readonly faults: readonly Fault[] }

/**
 * Collects named values, the last one of each name. It keeps no more unknown names than it reports,
 * so any number of them costs little.
 */
export interface FieldsReader<T> {
  /** Calls `value` only if the name is a field. */
  take(name: string, value: () => unknown): void
  /** Returns the value of all fields, or every fault: wrong values, unknown and repeated names. */
  result(): Result<T>
}

export function createFieldsReader<T>(
  schema: FieldsSchema<T>,
  others?: OtherWords,
): FieldsReader<T> {
  const values = new Map<string, unknown>()
  const faults = createFaultList()
  const names = faults.names('', Object.keys(schema.shape), others)

  return {
    take(name, value) {
      if (names.take(name)) values.set(name, value())
    },
    result() {
      const value = checkValue(schema, Object.fromEntries(values), faults)
      names.tell()
      if (value !== undefined && faults.isEmpty()) return { value }
      return { faults: faults.all() }
    },
  }
}

/** Returns the value by the schema. If it is not valid, adds the faults and returns `undefined`. */
export function checkValue<T>(
  schema: z.ZodMiniType<T>,
  given: unknown,
  faults: FaultList,
): T | undefined {
  const { data, error } = safeParse(schema, given)
  const found = (error?.issues ?? []).map(({ path, message }) => {
    return { pointer: path.map((key) => step(String(key))).join(''), message }
  })
  const fresh = found.filter(({ pointer }) => !faults.has(pointer))
  for (const { pointer, message } of fresh) faults.add(pointer, message)
  return data
}
