// Values as JSON, of which some members are written in their own ways. What JSON cannot hold is told, every
// fault at once; all else is for the service to judge.
import type { Fault } from '../model/problem/problem.ts'
import { step, writeJson } from './json-writer.ts'

/** Writes a value; `undefined` leaves its member out. */
export type Write = (value: unknown, pointer: string, faults: Fault[]) => string | undefined

/** Refuses `undefined`. */
export const strict: Write = (value, pointer, faults) =>
  writeJson(value, pointer, (fault) => faults.push(fault))

/** A member that is `undefined` is as good as left out. */
export const optional: Write = (value, pointer, faults) =>
  value === undefined ? undefined : strict(value, pointer, faults)

/** An object of which some members are written in their own ways. */
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

/** A list of which each element is written in the same way. */
export function listOf(write: Write): Write {
  return (value, pointer, faults) => {
    if (!Array.isArray(value)) return optional(value, pointer, faults)
    const items = Array.from(value, (item, i) => {
      return write(item, `${pointer}/${i}`, faults) ?? strict(item, `${pointer}/${i}`, faults)
    })
    return `[${items.join(',')}]`
  }
}

/** An object of which each member is written in the same way. */
export function eachOf(write: Write): Write {
  return (value, pointer, faults) => {
    const names = isPlain(value) ? Object.keys(value) : []
    return objectOf(Object.fromEntries(names.map((name) => [name, write])))(value, pointer, faults)
  }
}

/** Not raw JSON, which is an object with a symbol. */
export function isPlain(value: unknown): value is object {
  return (
    Object.prototype.toString.call(value) === '[object Object]' &&
    Object.getOwnPropertySymbols(value).length === 0
  )
}
