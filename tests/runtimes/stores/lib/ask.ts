// Asks for a command inside a runtime.

/** Resolves to what the command returned, and rejects when it threw. */
export type Ask = <Result>(command: string, ...args: readonly unknown[]) => Promise<Result>
