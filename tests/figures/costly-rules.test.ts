// Searches for the rules and the request that take longest to match, for one minute or for
// SEARCH_MINUTES. The search starts from the pairs that earlier searches found.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'vitest'
import { createRandom } from '../reliability/lib/random.ts'
import { figure } from './lib/figure.ts'
import { findSlowest, type Slow } from './lib/slowest-pairs.ts'

const file = join(import.meta.dirname, 'slowest-pairs.jsonl')
const minutes = Number(process.env['SEARCH_MINUTES'] ?? 1)

test(
  'a search finds the rules and the request that take longest to match',
  async () => {
    const before = readFileSync(file, 'utf8').split('\n').filter(Boolean)
    const genes = before.map((line) => (JSON.parse(line) as Slow).genes)
    const found = await findSlowest(genes, createRandom(), minutes * 60_000)
    writeFileSync(file, found.map((slow) => `${JSON.stringify(slow)}\n`).join(''))
    const [slowest] = found
    figure(
      'the slowest request that a search finds, of at most 1 MiB',
      slowest?.milliseconds ?? 0,
      'ms',
      { atMost: 50 },
    )
  },
  15 * 60_000,
)
