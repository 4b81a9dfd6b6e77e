// Runs a program that measures and prints its figures as JSON.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { pinned } from './machine.ts'

const run = promisify(execFile)
/** Milliseconds until a program counts as hanging, and is killed. */
const timeout = 120_000

/** Runs the program in its own process. Rejects if it fails. */
export async function runChild<Found>(
  path: string,
  args: readonly (string | number)[],
  on: 'servers' | 'all',
): Promise<Found> {
  const [file = '', ...rest] = pinned([process.execPath, path, ...args.map(String)], on)
  const { stdout } = await run(file, rest, { timeout, maxBuffer: Number.POSITIVE_INFINITY })
  return JSON.parse(stdout)
}
