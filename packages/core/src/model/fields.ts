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
  const issues = error?.issues ?? []
  const strange = issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : []))
  const wrong = issues.filter((issue) => issue.code !== 'unrecognized_keys')
  const faults = [
    ...wrong.map(({ path, message }) => ({ pointer: pointer(String(path[0])), detail: message })),
    ...strange.slice(0, maxFaults).map((name) => unknown(name, fields)),
    ...[...repeated].slice(0, maxFaults).map(given),
  ]
  return { faults: shorten(faults, wrong.length + strange.length + repeated.size) }
}

/** The faults of a body as one sentence. */
export function faultsToText(faults: readonly Fault[]): string {
  const list = faults.map((fault) => `${fault.pointer || 'the body'} ${fault.detail}`).join('; ')
  return `${list}${list.endsWith('?') ? '' : '.'}`
}

/** Who sends a whole document in place of an endpoint needs no word for each of its members. */
const maxFaults = 20
const longestName = 300

function shorten(faults: readonly Fault[], total: number): readonly Fault[] {
  if (total <= maxFaults) return faults
  const more = { pointer: '', detail: `has ${total - maxFaults} more faults` }
  return [...faults.slice(0, maxFaults), more]
}

function given(name: string): Fault {
  return { pointer: pointer(name), detail: 'is given more than once' }
}

function unknown(name: string, fields: readonly string[]): Fault {
  const [nearest] = name.length > longestName ? [] : nearMisses(name, fields, 1)
  const hint = nearest === undefined ? '' : `: did you mean \`${nearest}\`?`
  return { pointer: pointer(name), detail: `is none of ${fields.join(', ')}${hint}` }
}

/** RFC 6901. */
function pointer(name: string): string {
  const shown = name.length > longestName ? `${name.slice(0, longestName)}…` : name
  return `/${shown.replaceAll('~', '~0').replaceAll('/', '~1')}`
}
