// Breaks the built program on purpose, to see a check fail: text of its files is replaced as they
// are loaded, the files stay as they are.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Breakage {
  /** Text of a built file, as it stands there once. */
  readonly from: string
  readonly to: string
}

/** Looks at no file before the start: it would find the damage, and refuse. */
export const looksAway: Breakage = {
  from: 'await checkDataFolder(',
  to: 'await (async () => ({ unchecked: [], torn: [] }))(',
}

/** Does not compare the count of endpoints at the start. */
export const countsNothing: Breakage = { from: 'if (found === count) return;', to: 'return;' }

/** Goes on writing after a write has failed. */
export const goesOn: Breakage = { from: 'connection.failed(reason, isInDoubt);', to: '' }

/** The flags and variables that start Node with the program broken. */
export function breaking(broken: readonly Breakage[]): {
  readonly flags: readonly string[]
  readonly env: Readonly<Record<string, string>>
} {
  if (broken.length === 0) return { flags: [], env: {} }
  for (const { from } of broken) refuseUnlessOnce(from)
  const hooks = new URL('./break-register.mjs', import.meta.url).href
  return { flags: [`--import=${hooks}`], env: { BREAKAGES: JSON.stringify(broken) } }
}

/** A check that is seen to fail would otherwise prove nothing. */
function refuseUnlessOnce(text: string): void {
  const packages = join(import.meta.dirname, '..', '..', '..', 'packages')
  const folders = ['core', 'server'].map((name) => join(packages, name, 'dist'))
  const files = folders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
  const sources = files
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(name, 'utf8'))
  const times = sources.reduce((sum, source) => sum + source.split(text).length - 1, 0)
  if (times !== 1) throw new Error(`The built files have ${times} times: ${text}`)
}
