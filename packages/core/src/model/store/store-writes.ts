// The writes of a store as data, for stores that collect writes before they commit them.
import type { Endpoint } from '../endpoint/endpoint.ts'
import type { EndpointStore, StoredRule } from './store.ts'

export type Change =
  | { readonly put: Endpoint }
  | { readonly remove: string }
  | { readonly putRule: StoredRule }
  | { readonly removeRule: string }
  /** The rules of that endpoint, or all rules if `undefined`. */
  | { readonly clearRules: string | undefined }
  | { readonly putAll: Records }

export type Write = Change | 'clear'

/** Endpoints and rules that one write puts. */
export interface Records {
  readonly endpoints: readonly Endpoint[]
  readonly rules: readonly StoredRule[]
  /** Their length in characters. */
  readonly length: number
}

function toRecords(endpoints: readonly Endpoint[], rules: readonly StoredRule[]): Records {
  const ofEndpoints = endpoints.reduce((sum, { name, data }) => sum + name.length + data.length, 0)
  const ofRules = rules.reduce((sum, { id, text }) => sum + id.length + text.length, 0)
  return { endpoints, rules, length: ofEndpoints + ofRules }
}

/** The methods that `createWriteCalls` returns. */
export type WriteCalls = Pick<
  EndpointStore,
  'put' | 'remove' | 'clear' | 'putRule' | 'putAll' | 'removeRule' | 'clearRules'
>

/**
 * Returns the methods of a store that write. `write` resolves to the number of endpoints, or rules,
 * that a write removed. The calls settle in the order in which their writes do.
 */
export function createWriteCalls(write: (what: Write) => Promise<number>): WriteCalls {
  return {
    async put(endpoint) {
      await write({ put: endpoint })
    },
    remove: async (name) => (await write({ remove: name })) === 1,
    // Not the promise of `write` itself, which would settle before the promises of earlier calls.
    clear: async () => await write('clear'),
    async putRule(rule) {
      await write({ putRule: rule })
    },
    async putAll(endpoints, rules) {
      await write({ putAll: toRecords(endpoints, rules) })
    },
    removeRule: async (id) => (await write({ removeRule: id })) === 1,
    clearRules: async (endpoint) => await write({ clearRules: endpoint }),
  }
}

export function isChange(write: Write): write is Change {
  return write !== 'clear'
}

export function removes(write: Write): boolean {
  return write === 'clear' || !('put' in write || 'putRule' in write || 'putAll' in write)
}

/** The names of the endpoints that a change puts or removes. */
export function namesOf(change: Change): readonly string[] {
  if ('putAll' in change) return change.putAll.endpoints.map(({ name }) => name)
  if ('put' in change) return [change.put.name]
  return 'remove' in change ? [change.remove] : []
}

export function lengthOf(change: Change): number {
  if ('putAll' in change) return change.putAll.length
  if ('put' in change) return change.put.data.length
  return 'putRule' in change ? change.putRule.id.length + change.putRule.text.length : 0
}

/**
 * One commit takes at most this many characters of data, so that no caller waits for very long. A
 * `putAll` is in one commit, however long it is.
 */
const maxCommitLength = 8 * 1024 * 1024

/** Returns the number of writes in the next commit: one `clear`, or the changes before the next. */
export function fit(writes: readonly Write[]): number {
  let length = 0
  for (const [i, write] of writes.entries()) {
    if (write === 'clear') return Math.max(i, 1)
    length += lengthOf(write)
    if (length > maxCommitLength) return Math.max(i, 1)
  }
  return writes.length
}
