// A program that measures and prints what it found as JSON.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { pinned } from './machine.ts'

const run = promisify(execFile)
/** After so many milliseconds it hangs. */
const timeout = 120_000

/** Runs it in a process of its own. Rejects when it fails. */
export async function runChild<Found>(
  path: string,
  args: readonly (string | number)[],
  on: 'servers' | 'all',
): Promise<Found> {
  const [file = '', ...rest] = pinned([process.execPath, path, ...args.map(String)], on)
  const { stdout } = await run(file, rest, { timeout, maxBuffer: Number.POSITIVE_INFINITY })
  return JSON.parse(stdout)
}
