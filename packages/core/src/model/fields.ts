// Checks named values against the fields they may be: every fault at once, in words.
import type * as z from 'zod/mini'
import { safeParse } from 'zod/mini'
import { nearMisses } from './near-miss.ts'
import type { Fault } from './problem.ts'

/** A schema of named fields and no others, whose values make up a `T`. */
export type FieldsSchema<T> = z.ZodMiniType<T> & {
  readonly shape: Readonly<Record<string, unknown>>
}

type Result<T> =
  | { readonly value: T; readonly faults?: never }
  | { readonly value?: never; readonly faults: readonly Fault[] }

/** The value that the entries make up, or every fault: values, names that are no field, repetitions. */
export function readFields<T>(
  schema: FieldsSchema<T>,
  entries: Iterable<readonly [name: string, value: unknown]>,
): Result<T> {
  const input = new Map<string, unknown>()
  const repeated = new Set<string>()
  for (const [name, value] of entries) {
    if (input.has(name)) repeated.add(name)
    input.set(name, value)
  }
  const { success, data, error } = safeParse(schema, Object.fromEntries(input))
  if (success && repeated.size === 0) return { value: data }
  const fields = Object.keys(schema.shape)
  const invalid = error?.issues.flatMap((issue) => toFaults(issue, fields)) ?? []
  const twice = [...repeated].map((name) => ({
    pointer: pointer(name),
    detail: 'is given more than once',
  }))
  return { faults: [...invalid, ...twice] }
}

function toFaults(issue: z.core.$ZodIssue, fields: readonly string[]): Fault[] {
  if (issue.code === 'unrecognized_keys') return issue.keys.map((name) => unknown(name, fields))
  return [{ pointer: pointer(String(issue.path[0])), detail: issue.message }]
}

function unknown(name: string, fields: readonly string[]): Fault {
  const [nearest] = nearMisses(name, fields, 1)
  const hint = nearest === undefined ? '' : `: did you mean \`${nearest}\`?`
  return { pointer: pointer(name), detail: `is none of ${fields.join(', ')}${hint}` }
}

/** RFC 6901. */
function pointer(name: string): string {
  return `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
}
