// `npm run test:reliability [-- [name] [count] [--long]]` runs the checks and prints their figures.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { prepare } from '../../scripts/prepare.mjs'
import { runSteps, vitest } from '../../scripts/side-by-side.mjs'

const results = join(import.meta.dirname, 'results')
const options = { long: { type: 'boolean' } }
const { values, positionals } = parseArgs({ options, allowPositionals: true })
const count = positionals.find((word) => /^\d+$/.test(word))
const names = positionals.filter((word) => word !== count)

prepare()
rmSync(results, { recursive: true, force: true })
process.on('exit', printFigures)
const env = {
  ...(count && { RELIABILITY_COUNT: count }),
  ...(values.long && { RELIABILITY_LONG: '1' }),
}
await runSteps([vitest({ name: 'reliability', args: names, folder: 'tests/reliability', env })], 1)

function printFigures() {
  if (!existsSync(results)) return
  process.stdout.write('\n| check | figures |\n| --- | --- |\n')
  for (const file of readdirSync(results).sort()) {
    const { check, figures } = JSON.parse(readFileSync(join(results, file), 'utf8'))
    const row = Object.entries(figures).map(([name, figure]) => `${name}: ${figure}`)
    process.stdout.write(`| ${check} | ${row.join(', ')} |\n`)
  }
}
