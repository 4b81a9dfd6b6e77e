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

/**
 * Collects named values, the last one of each name. Of those that are not fields it keeps as many
 * names as it tells, so any number of them costs little.
 */
export interface FieldsReader<T> {
  /** The value of a field is asked for, and no other. */
  take(name: string, value: () => unknown): void
  /** The value that the fields make up, or every fault: values, names that are no field, repetitions. */
  result(): Result<T>
}

export function createFieldsReader<T>(schema: FieldsSchema<T>): FieldsReader<T> {
  const fields = Object.keys(schema.shape)
  const values = new Map<string, unknown>()
  const strangers = new Set<string>()
  const repeated = new Set<string>()
  let untold = 0

  return {
    take(name, value) {
      const isField = fields.includes(name)
      if (values.has(name) || strangers.has(name)) repeated.add(name)
      else if (!isField && strangers.size < maxFaults) strangers.add(name)
      else if (!isField) untold++
      if (isField) values.set(name, value())
    },
    result() {
      const { success, data, error } = safeParse(schema, Object.fromEntries(values))
      if (success && strangers.size + repeated.size === 0) return { value: data }
      const wrong = (error?.issues ?? []).map(({ path: [field], message }) => {
        return { pointer: pointer(String(field)), detail: message }
      })
      const strange = [...strangers].map((name) => unknown(name, fields))
      const faults = [...wrong, ...strange, ...[...repeated].map(given)]
      return { faults: shorten(faults, faults.length + untold) }
    },
  }
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
