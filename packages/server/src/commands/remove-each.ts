// Removes what is named, also if some of it is not there.
import { Problem } from '@mock-endpoint/core/client'
import { type ExitCode, ExitError, exitCodes } from '../program/exit.ts'
import { forTerminal } from '../terminal/request-line.ts'

const absent: ReadonlySet<string> = new Set(['endpoint-not-found', 'rule-not-found'])

/** Removes each one. Rejects with an `ExitError` that names those that are not there. */
export async function removeEach(
  names: readonly string[],
  remove: (name: string) => Promise<void>,
): Promise<ExitCode> {
  const missing: string[] = []
  for (const name of names) {
    try {
      await remove(name)
    } catch (error) {
      if (!(error instanceof Problem && absent.has(error.code))) throw error
      missing.push(name)
    }
  }
  if (missing.length === 0) return exitCodes.clean
  const named = missing.map((name) => `\`${forTerminal(name)}\``).join(', ')
  throw new ExitError(exitCodes.badSetting, `There is no ${named} to remove.`)
}
