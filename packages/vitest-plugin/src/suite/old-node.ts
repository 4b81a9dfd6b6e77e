// Vitest 5 also runs on Node 20, which it does not support. Its reporter crashes there before it
// prints the name of the failed test.
import { createRequire } from 'node:module'

/** Warns in each affected file, because a warning by the reporter would come too late. */
export function warnOfOldNode(): void {
  if ('groupBy' in Map) return
  const { version } = createRequire(import.meta.url)('vitest/package.json') as { version: string }
  const advice = adviceOn(version, process.versions.node)
  // biome-ignore lint/suspicious/noConsole: Vitest shows it beside the file.
  if (advice !== undefined) console.warn(advice)
}

/** Returns a warning about these versions, if they need one. */
export function adviceOn(vitest: string, node: string): string | undefined {
  if (Number.parseInt(vitest, 10) < 5 || Number.parseInt(node, 10) >= 22) return undefined
  return `Vitest ${vitest} needs Node 22.12 or later, and this is ${node}: when a test fails, it crashes before it says which. Take a later Node, or Vitest 4.1.`
}
