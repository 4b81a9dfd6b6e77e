// `npm run figures [-- name …] [--long]` measures, and writes the table in docs/figures.md. It
// exits with 1 if a figure is beyond its limit. Names select test files, or `bench`.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { arch, cpus } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { prepare, root } from '../../scripts/prepare.mjs'
import { putFigures } from './table.mjs'

const page = join(root, 'docs', 'figures.md')
const results = join(import.meta.dirname, 'results')
const targets = join(root, 'benchmarks', 'results', 'targets.json')
const options = { long: { type: 'boolean', default: false } }
const { values, positionals } = parseArgs({ options, allowPositionals: true })

prepare()
rmSync(results, { recursive: true, force: true })
const codes = []
const tests = positionals.filter((name) => name !== 'bench')
if (tests.length > 0 || positionals.length === 0) codes.push(runTests(tests))
const isBench = positionals.length === 0 || positionals.includes('bench')
if (isBench) {
  // If this benchmark fails before its end, the results of the previous one must not be used.
  rmSync(targets, { force: true })
  codes.push(run('node', ['benchmarks/run.mjs', '--short']))
}

const figures = [...(isBench ? benchFigures() : []), ...testFigures()]
const { text, beyond } = putFigures(readFileSync(page, 'utf8'), figures, {
  machine: `${cpus()[0]?.model.trim()}, ${cpus().length} cores, Node ${process.versions.node}, ${arch()}`,
  commit: spawnSync('git', ['describe', '--always', '--dirty', '--exclude=*'], { cwd: root })
    .stdout.toString()
    .trim(),
  date: new Date().toISOString().slice(0, 10),
})
writeFileSync(page, text)
process.stdout.write(`\n${figures.length} figures are in docs/figures.md.\n`)
for (const line of beyond) process.stdout.write(`beyond its limit: ${line}\n`)
process.exitCode = beyond.length > 0 || codes.some((code) => code !== 0) ? 1 : 0

function runTests(names) {
  const vitest = join(import.meta.dirname, 'node_modules', '.bin', 'vitest')
  const env = values.long ? { RELIABILITY_LONG: '1' } : {}
  return run(vitest, ['run', ...names], { cwd: import.meta.dirname, env })
}

function run(program, args, { cwd = root, env = {} } = {}) {
  const { status } = spawnSync(program, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: 'inherit',
  })
  return status ?? 1
}

function testFigures() {
  if (!existsSync(results)) return []
  return readdirSync(results).map((file) => JSON.parse(readFileSync(join(results, file), 'utf8')))
}

/** Returns the figures of benchmarks that have a target. */
function benchFigures() {
  if (!existsSync(targets)) return []
  const { verdicts } = JSON.parse(readFileSync(targets, 'utf8'))
  return verdicts
    .filter(({ asked }) => asked !== '')
    .map(({ name, measured, asked, isReached }) => ({
      name: `bench: ${name}`,
      value: measured,
      unit: '',
      limit: asked,
      isBeyond: !isReached,
    }))
}
