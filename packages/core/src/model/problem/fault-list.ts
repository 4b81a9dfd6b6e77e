// The faults of a body with their places, up to a limit, and a count of the rest.
import { nearMisses } from './near-miss.ts'
import type { OtherWords } from './other-words.ts'
import type { Fault } from './problem.ts'

export interface FaultList {
  add(pointer: string, detail: string): void
  /**
   * Checks the names in an object at `pointer`, which may only have the `allowed` ones. `others`
   * has hints for some other names.
   */
  names(pointer: string, allowed: readonly string[], others?: OtherWords): NameCheck
  /** Whether the list has a fault with this pointer. */
  has(pointer: string): boolean
  isEmpty(): boolean
  all(): readonly Fault[]
}

interface NameCheck {
  /** Notes a name. Returns whether it is allowed. */
  take(name: string): boolean
  /** Adds a fault for each unknown or repeated name. To be called after the last `take`. */
  tell(): void
}

/** A document sent instead of an endpoint may have a fault for each of its many members. */
const maxFaults = 20
const longestName = 300

export function createFaultList(): FaultList {
  const faults: Fault[] = []
  let total = 0

  function add(pointer: string, detail: string): void {
    total += 1
    if (faults.length <= maxFaults) faults.push({ pointer, detail })
  }

  return {
    add,
    names(pointer, allowed, others = {}) {
      const taken = new Set<string>()
      const strangers = new Set<string>()
      const repeated = new Set<string>()
      return {
        take(name) {
          const isAllowed = allowed.includes(name)
          if (taken.has(name) || strangers.has(name)) repeated.add(name)
          else if (isAllowed) taken.add(name)
          else if (strangers.size < maxFaults) strangers.add(name)
          else total += 1
          return isAllowed
        },
        tell() {
          for (const name of strangers) {
            const detail = Object.hasOwn(others, name) ? others[name] : undefined
            add(pointer + step(name), detail ?? isNone(name, allowed))
          }
          for (const name of repeated) add(pointer + step(name), 'is given more than once')
        },
      }
    },
    has: (pointer) => faults.some((fault) => fault.pointer === pointer),
    isEmpty: () => total === 0,
    all() {
      if (total <= maxFaults) return faults
      const more = { pointer: '', detail: `has ${total - maxFaults} more faults` }
      return [...faults.slice(0, maxFaults), more]
    },
  }
}

/** Returns the faults of a body as one sentence. */
export function faultsToText(faults: readonly Fault[]): string {
  const list = faults.map((fault) => `${fault.pointer || 'the body'} ${fault.detail}`).join('; ')
  return `${list}${list.endsWith('?') ? '' : '.'}`
}

/** Returns a name as a step of a JSON Pointer (RFC 6901). */
export function step(name: string): string {
  const shown = name.length > longestName ? `${name.slice(0, longestName)}…` : name
  return `/${shown.replaceAll('~', '~0').replaceAll('/', '~1')}`
}

function isNone(name: string, allowed: readonly string[]): string {
  const [nearest] = name.length > longestName ? [] : nearMisses(name, allowed, 1)
  const hint = nearest === undefined ? '' : `: did you mean \`${nearest}\`?`
  return `is not one of ${allowed.join(', ')}${hint}`
}
