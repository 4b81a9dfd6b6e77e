// Changes that may overlap. Each can ask whether no other change has overlapped it so far.

/** Wraps a change. Its `isAlone` returns whether no other change has overlapped it so far. */
export type Alone = <Args extends readonly unknown[], T>(
  change: (isAlone: () => boolean, ...args: Args) => Promise<T>,
) => (...args: Args) => Promise<T>

export function createAlone(): Alone {
  let begun = 0
  let underWay = 0
  return (change) =>
    async (...args) => {
      const mine = ++begun
      const isFirst = ++underWay === 1
      try {
        return await change(() => isFirst && begun === mine, ...args)
      } finally {
        underWay -= 1
      }
    }
}
