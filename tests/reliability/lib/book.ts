// Records which values were sent for each key, and which ones the key may therefore have.

/** The data of a key, or `undefined` if it has none. */
export type Value = string | undefined

interface Operation {
  readonly value: Value
  /** When it was sent, in the order of all events. */
  readonly sent: number
  /** When it was acknowledged, or `Infinity` if it was not. */
  acknowledged: number
}

export interface Book {
  readonly acknowledged: () => number
  readonly refused: () => number
  /** Sends the value. Resolves to the status, or to `undefined` if the connection broke. */
  send(
    key: string,
    value: Value,
    call: () => Promise<{ status: number }>,
  ): Promise<number | undefined>
  keys(): readonly string[]
  /** Returns the possible values of each key. */
  possible(): ReadonlyMap<string, readonly Value[]>
  /** Records the found value as certain. Returns whether it was possible. */
  settle(key: string, found: Value): boolean
}

export function createBook(): Book {
  const operations = new Map<string, Operation[]>()
  let now = 0
  let acknowledged = 0
  let refused = 0

  /** Returns the values that no acknowledged operation has certainly replaced. */
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
        // Removing an item that does not exist gets a 404, which is as certain as a 200.
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
