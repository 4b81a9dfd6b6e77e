// Imports the JSON texts of rules, in batches that a daemon accepts with its default limits.
import type { Control } from '@mock-endpoint/core/client'

/** Imports rules. Resolves to the names of their endpoints. */
export async function importRules(
  control: Control,
  rules: readonly string[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  for (const batch of inBatches(rules)) {
    await control.importRecords(`{"endpoints":[],"rules":[${batch.join(',\n')}]}`, signal)
  }
  const names = rules.map((rule) => (JSON.parse(rule) as { readonly endpoint: string }).endpoint)
  return [...new Set(names)]
}

/** Maximum characters of a batch, below the default `--max-body`. A longer rule is sent alone. */
const mostLength = 1024 * 1024

function inBatches(rules: readonly string[]): readonly (readonly string[])[] {
  const batches: string[][] = []
  let length = mostLength
  for (const rule of rules) {
    length += rule.length
    if (length > mostLength) {
      batches.push([])
      length = rule.length
    }
    batches.at(-1)?.push(rule)
  }
  return batches
}
