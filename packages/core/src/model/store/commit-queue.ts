// Group commit: writes that arrive during a commit wait together for the next one, so that many
// clients share one sync. Commits run one at a time, in the order of arrival.

interface Waiting<Write, Result> {
  readonly write: Write
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

export interface CommitQueue<Write, Result> {
  /** Adds a write. Resolves to its result when its commit has ended. */
  push(write: Write): Promise<Result>
  /** Resolves when the commit in progress, if any, has ended. */
  settled(): Promise<void>
  /** Resolves when no write waits and no commit is in progress. */
  idle(): Promise<void>
}

export interface CommitQueueOptions<Write, Result> {
  /**
   * Makes the writes durable, all or none of them. Resolves to the result of each one, or an error
   * for a write that it left out.
   */
  readonly commit: (writes: readonly Write[]) => Promise<readonly (Result | Error)[]>
  /** Returns how many of the waiting writes the next commit takes, at least one. */
  readonly fit: (waiting: readonly Write[]) => number
}

export function createCommitQueue<Write, Result>({
  commit,
  fit,
}: CommitQueueOptions<Write, Result>): CommitQueue<Write, Result> {
  const waiting: Waiting<Write, Result>[] = []
  let running: Promise<void> | undefined
  let current: Promise<void> | undefined

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      const group = waiting.splice(0, fit(waiting.map(({ write }) => write)))
      current = settle(group)
      await current
    }
    running = undefined
  }

  async function settle(group: readonly Waiting<Write, Result>[]): Promise<void> {
    try {
      const results = await commit(group.map(({ write }) => write))
      group.forEach(({ resolve, reject }, i) => {
        const result = results[i] as Result | Error
        if (result instanceof Error) reject(result)
        else resolve(result)
      })
    } catch (error) {
      for (const { reject } of group) reject(error)
    }
  }

  return {
    push(write) {
      return new Promise((resolve, reject) => {
        waiting.push({ write, resolve, reject })
        running ??= Promise.resolve().then(run)
      })
    },
    settled: async () => current,
    idle: async () => running,
  }
}
