// Vitest 5 also runs on Node 20, for which it is not made: its reporter crashes there before it names
// the test that failed.
import { createRequire } from 'node:module'

/** Warns in each file that is affected: what a reporter would say comes too late. */
export function warnOfOldNode(): void {
  if ('groupBy' in Map) return
  const { version } = createRequire(import.meta.url)('vitest/package.json') as { version: string }
  const advice = adviceOn(version, process.versions.node)
  // biome-ignore lint/suspicious/noConsole: Vitest shows it beside the file.
  if (advice !== undefined) console.warn(advice)
}

/** What to say of these versions, if anything. */
export function adviceOn(vitest: string, node: string): string | undefined {
  if (Number.parseInt(vitest, 10) < 5 || Number.parseInt(node, 10) >= 22) return undefined
  return `Vitest ${vitest} needs Node 22.12 or later, and this is ${node}: when a test fails, it crashes before it says which. Take a later Node, or Vitest 4.1.`
}
