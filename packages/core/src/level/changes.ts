// Writes that wait together: how many one commit takes, and the batch that they come to.
import type { Endpoint } from '../model/endpoint.ts'
import type { StoreError } from '../model/store.ts'
import type { BatchOperation } from './database.ts'
import { toKey, toValue } from './records.ts'

/** A write of one name: with an endpoint it puts it, without one it removes what is there. */
export interface Change {
  readonly name: string
  readonly endpoint?: Endpoint
}

export type Write = Change | 'clear'

export function isChange(write: Write): write is Change {
  return write !== 'clear'
}

export function removes(write: Write): boolean {
  return write === 'clear' || write.endpoint === undefined
}

/** One commit takes at most this many characters of data, so that no one waits for very long. */
const maxCommitLength = 8 * 1024 * 1024

/** A `clear` is committed alone; changes are committed together, up to the next one. */
export function fit(writes: readonly Write[]): number {
  let length = 0
  for (const [i, write] of writes.entries()) {
    if (write === 'clear') return Math.max(i, 1)
    length += lengthOf(write)
    if (length > maxCommitLength) return Math.max(i, 1)
  }
  return writes.length
}

export function lengthOf({ endpoint }: Change): number {
  return endpoint?.data.length ?? 0
}

export interface Plan {
  readonly operations: BatchOperation[]
  /** For each change, how many endpoints it removes, or why it is refused. */
  readonly results: (number | StoreError)[]
  /** By how many the count grows. */
  readonly added: number
}

/**
 * `names` are those of the changes that there are; afterwards, those that there will be. With a
 * refusal no endpoint is put.
 */
export function plan(changes: readonly Change[], names: Set<string>, refusal?: StoreError): Plan {
  const before = names.size
  const operations: BatchOperation[] = []
  const results = changes.map(({ name, endpoint }) => {
    if (endpoint) {
      if (refusal) return refusal
      operations.push({ type: 'put', key: toKey(name), value: toValue(endpoint) })
      names.add(name)
      return 0
    }
    if (!names.delete(name)) return 0
    operations.push({ type: 'del', key: toKey(name) })
    return 1
  })
  return { operations, results, added: names.size - before }
}
