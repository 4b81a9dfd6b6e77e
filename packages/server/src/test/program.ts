// The built daemon as a program, and the runtime that tests run it on.
import { fileURLToPath } from 'node:url'

/** The built program. */
const bin = fileURLToPath(new URL('../../dist/bin.js', import.meta.url))

/**
 * The runtime and its flags. `DAEMON_RUNTIME` is a JSON list that names another runtime, such as
 * `["bun"]` or `["deno", "run", "-A"]`, so that the same tests run on any runtime.
 */
export const runtimeUnderTest: readonly string[] = chosenRuntime(process.env['DAEMON_RUNTIME'])

/** Whether the runtime under test is the Node that runs the tests. */
export const isThisNode: boolean = process.env['DAEMON_RUNTIME'] === undefined

/** The command that runs the built program on a runtime. Default: the runtime under test. */
export function programOf(
  args: readonly string[],
  [command = process.execPath, ...flags]: readonly string[] = runtimeUnderTest,
): [command: string, args: string[]] {
  return [command, [...flags, bin, ...args]]
}

function chosenRuntime(given: string | undefined): readonly string[] {
  if (given === undefined) return [process.execPath]
  const words: unknown = JSON.parse(given)
  const isList = Array.isArray(words) && words.length > 0
  if (isList && words.every((word) => typeof word === 'string')) return words
  throw new TypeError(`DAEMON_RUNTIME: expected a JSON list of strings, got ${given}`)
}
