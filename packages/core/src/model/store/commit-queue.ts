// Group commit: writes that arrive while a commit is under way wait together for the next one, so
// that many clients share one sync. One commit at a time, in the order of arrival.

interface Waiting<Write, Result> {
  readonly write: Write
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

export interface CommitQueue<Write, Result> {
  /** Resolves when the commit that holds this write has. */
  push(write: Write): Promise<Result>
  /** Resolves when the commit that is under way now, if any, has ended. */
  settled(): Promise<void>
  /** Resolves when nothing waits and nothing is under way. */
  idle(): Promise<void>
}

export interface CommitQueueOptions<Write, Result> {
  /**
   * Makes the writes durable, all or none of them, and tells what each one came to; an error stands
   * for a write that it left out.
   */
  readonly commit: (writes: readonly Write[]) => Promise<readonly (Result | Error)[]>
  /** How many of the waiting writes, at least one, the next commit takes. */
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
