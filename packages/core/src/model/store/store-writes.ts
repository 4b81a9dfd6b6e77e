// The writes of a store as data, for those that gather them before they make them.
import type { Endpoint } from '../endpoint/endpoint.ts'
import type { EndpointStore, StoredRule } from './store.ts'

export type Change =
  | { readonly put: Endpoint }
  | { readonly remove: string }
  | { readonly putRule: StoredRule }
  | { readonly removeRule: string }
  /** Of that endpoint, or all. */
  | { readonly clearRules: string | undefined }
  | { readonly putAll: Records }

export type Write = Change | 'clear'

/** Endpoints and rules that are put together. */
export interface Records {
  readonly endpoints: readonly Endpoint[]
  readonly rules: readonly StoredRule[]
  /** How many characters they have. */
  readonly length: number
}

function toRecords(endpoints: readonly Endpoint[], rules: readonly StoredRule[]): Records {
  const ofEndpoints = endpoints.reduce((sum, { name, data }) => sum + name.length + data.length, 0)
  const ofRules = rules.reduce((sum, { id, text }) => sum + id.length + text.length, 0)
  return { endpoints, rules, length: ofEndpoints + ofRules }
}

/** The calls that `createWriteCalls` makes. */
export type WriteCalls = Pick<
  EndpointStore,
  'put' | 'remove' | 'clear' | 'putRule' | 'putAll' | 'removeRule' | 'clearRules'
>

/**
 * The calls of a store that write. `write` resolves to how many endpoints, or rules, a write removed.
 * The calls settle in the order in which their writes do.
 */
export function createWriteCalls(write: (what: Write) => Promise<number>): WriteCalls {
  return {
    async put(endpoint) {
      await write({ put: endpoint })
    },
    remove: async (name) => (await write({ remove: name })) === 1,
    // Not the promise of `write` itself, which settles before those of earlier calls.
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
 * One commit takes at most this many characters of data, so that no one waits for very long. What is
 * put together is in one commit, however long it is.
 */
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
