// Writes values as JSON, some members in a special way. Collects a fault for each value that JSON
// cannot hold. The service checks everything else.
import type { Fault } from '../model/problem/problem.ts'
import { step, writeJson } from './json-writer.ts'

/** Writes a value. `undefined` means that its member is left out. */
export type Write = (value: unknown, pointer: string, faults: Fault[]) => string | undefined

/** Writes a value, and refuses `undefined`. */
export const strict: Write = (value, pointer, faults) =>
  writeJson(value, pointer, (fault) => faults.push(fault))

/** Writes a value, or leaves out a member that is `undefined`. */
export const optional: Write = (value, pointer, faults) =>
  value === undefined ? undefined : strict(value, pointer, faults)

/** Returns a writer of objects, which writes these members in a special way. */
export function objectOf(writes: Readonly<Record<string, Write>>): Write {
  return (value, pointer, faults) => {
    if (!isPlain(value)) return optional(value, pointer, faults)
    const members = Object.entries(value).flatMap(([name, member]) => {
      const write = Object.hasOwn(writes, name) ? writes[name] : undefined
      const text = (write ?? optional)(member, pointer + step(name), faults)
      return text === undefined ? [] : `${JSON.stringify(name)}:${text}`
    })
    return `{${members.join(',')}}`
  }
}

/** Returns a writer of lists, which writes each element in this way. */
export function listOf(write: Write): Write {
  return (value, pointer, faults) => {
    if (!Array.isArray(value)) return optional(value, pointer, faults)
    const items = Array.from(value, (item, i) => {
      return write(item, `${pointer}/${i}`, faults) ?? strict(item, `${pointer}/${i}`, faults)
    })
    return `[${items.join(',')}]`
  }
}

/** Returns a writer of objects, which writes each member in this way. */
export function eachOf(write: Write): Write {
  return (value, pointer, faults) => {
    const names = isPlain(value) ? Object.keys(value) : []
    return objectOf(Object.fromEntries(names.map((name) => [name, write])))(value, pointer, faults)
  }
}

/** Whether a value is a plain object. Raw JSON is not one, because it has a symbol. */
export function isPlain(value: unknown): value is object {
  return (
    Object.prototype.toString.call(value) === '[object Object]' &&
    Object.getOwnPropertySymbols(value).length === 0
  )
}
