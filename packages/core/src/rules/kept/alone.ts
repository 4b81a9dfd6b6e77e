// Changes that may overlap, of which each can ask whether it has been the only one so far.

/** Makes a function one of these changes. What it is given first tells whether no other has overlapped it. */
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
