// Runs a command inside a runtime.

/** Resolves to the result of the command, and rejects if it threw. */
export type Ask = <Result>(command: string, ...args: readonly unknown[]) => Promise<Result>
