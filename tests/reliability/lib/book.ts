// What was sent under each key, and what may therefore be there.

/** The data under a key; `undefined` when there is none. */
export type Value = string | undefined

interface Operation {
  readonly value: Value
  /** When it was sent, in the order of all events. */
  readonly sent: number
  /** When its acknowledgement came; `Infinity` when none did. */
  acknowledged: number
}

export interface Book {
  readonly acknowledged: () => number
  readonly refused: () => number
  /** Sends it. Resolves to the status, or to `undefined` when the connection broke. */
  send(
    key: string,
    value: Value,
    call: () => Promise<{ status: number }>,
  ): Promise<number | undefined>
  keys(): readonly string[]
  /** What each key may hold. */
  possible(): ReadonlyMap<string, readonly Value[]>
  /** Takes what was found for settled. Returns whether it was possible. */
  settle(key: string, found: Value): boolean
}

export function createBook(): Book {
  const operations = new Map<string, Operation[]>()
  let now = 0
  let acknowledged = 0
  let refused = 0

  /** Those that no acknowledged one has followed wholly. */
  function candidates(key: string): readonly Value[] {
    const all = operations.get(key) ?? []
    const settled = all.filter((one) => one.acknowledged < Number.POSITIVE_INFINITY)
    const last = Math.max(-1, ...settled.map(({ sent }) => sent))
    const possible = all.filter((one) => one.acknowledged > last)
    const values = possible.map(({ value }) => value)
    return settled.length === 0 ? [undefined, ...values] : values
  }

  return {
    acknowledged: () => acknowledged,
    refused: () => refused,
    async send(key, value, call) {
      const operation: Operation = { value, sent: now++, acknowledged: Number.POSITIVE_INFINITY }
      const before = operations.get(key) ?? []
      operations.set(key, [...before, operation])
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
    },
    keys: () => [...operations.keys()],
    possible: () => new Map([...operations.keys()].map((key) => [key, candidates(key)])),
    settle(key, found) {
      const isPossible = candidates(key).includes(found)
      operations.set(key, [{ value: found, sent: now++, acknowledged: now++ }])
      return isPossible
    },
  }
}
