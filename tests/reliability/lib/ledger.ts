// What a daemon has acknowledged, and what it may therefore hold: checked against what it answers.
import type { Client } from './calls.ts'

/** The data of an endpoint; `undefined` when there is none. */
type Value = string | undefined

interface Operation {
  readonly value: Value
  /** When it was sent, in the order of all events. */
  readonly sent: number
  /** When its acknowledgement came; `Infinity` when none did. */
  acknowledged: number
}

interface Verdict {
  /** Names that were checked. */
  readonly checked: number
  /** Names whose acknowledged data is not there. */
  readonly lost: readonly string[]
  /** Names with data that was never sent, or that was overwritten. */
  readonly altered: readonly string[]
}

export interface Ledger {
  readonly acknowledged: () => number
  readonly refused: () => number
  /** Sends it. Resolves to the status, or to `undefined` when the connection broke. */
  add(client: Client, name: string, data: string): Promise<number | undefined>
  remove(client: Client, name: string): Promise<number | undefined>
  /** Asks for every name, and takes what it finds for settled. To be called when nothing is under way. */
  check(client: Client): Promise<Verdict>
  /** What each name may hold. */
  possible(): ReadonlyMap<string, readonly Value[]>
}

export function createLedger(): Ledger {
  const operations = new Map<string, Operation[]>()
  let now = 0
  let acknowledged = 0
  let refused = 0

  async function send(
    name: string,
    value: Value,
    call: () => Promise<{ status: number }>,
  ): Promise<number | undefined> {
    const operation: Operation = { value, sent: now++, acknowledged: Number.POSITIVE_INFINITY }
    const before = operations.get(name) ?? []
    operations.set(name, [...before, operation])
    try {
      const { status } = await call()
      // To remove what is not there is answered with 404, and settles as much.
      if (status === 200 || status === 404) {
        operation.acknowledged = now++
        acknowledged++
      } else refused++
      return status
    } catch {
      return undefined
    }
  }

  /** Those that no acknowledged one has followed wholly. */
  function candidates(name: string): readonly Value[] {
    const all = operations.get(name) ?? []
    const settled = all.filter((one) => one.acknowledged < Number.POSITIVE_INFINITY)
    const last = Math.max(-1, ...settled.map(({ sent }) => sent))
    const possible = all.filter((one) => one.acknowledged > last)
    const values = possible.map(({ value }) => value)
    return settled.length === 0 ? [undefined, ...values] : values
  }

  return {
    acknowledged: () => acknowledged,
    refused: () => refused,
    add: (client, name, data) => send(name, data, () => client.add(name, data)),
    remove: (client, name) => send(name, undefined, () => client.remove(name)),
    possible: () => new Map([...operations.keys()].map((name) => [name, candidates(name)])),
    async check(client) {
      const lost: string[] = []
      const altered: string[] = []
      for (const name of operations.keys()) {
        const { status, body } = await client.read(name)
        const found = status === 404 ? undefined : body
        const possible = candidates(name)
        if (!possible.includes(found) || (status !== 200 && status !== 404)) {
          if (found === undefined || status !== 200) lost.push(`${name} (${status})`)
          else altered.push(name)
        }
        operations.set(name, [{ value: found, sent: now++, acknowledged: now++ }])
      }
      return { checked: operations.size, lost, altered }
    },
  }
}
