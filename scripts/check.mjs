// `npm test`: everything that has to be true of the workspace, the quickest first.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { prepare, root, run, tool } from './prepare.mjs'

const steps = {
  'formatter and linter': () => tool('biome', ['ci', '.']),
  types: () => {
    for (const project of projects) tool('tsc', ['-p', project])
  },
  'unused code': () => tool('knip', []),
  tests: () => tool('vitest', ['run']),
  'vitest plugin': () => run('npm', ['test', '--silent'], { cwd: join(root, 'tests', 'vitest') }),
  page: () => run('npm', ['test', '--silent'], { cwd: join(root, 'tests', 'page') }),
  examples: () => {
    for (const name of readdirSync(join(root, 'examples'))) {
      run('npm', ['test', '--silent'], { cwd: join(root, 'examples', name) })
    }
  },
  packages: () => run('node', ['scripts/check-packages.mjs']),
}

const projects = [
  '.',
  'packages/core',
  // Without the types of Node: core runs where there is none.
  'packages/core/tsconfig.pure.json',
  'packages/server',
  'packages/server/web',
  'packages/vitest-plugin',
  'tests/guards',
  'tests/vitest',
  'tests/reliability',
  'tests/page',
  'benchmarks',
]

prepare()
for (const [name, step] of Object.entries(steps)) {
  const start = performance.now()
  process.stdout.write(`\n▸ ${name}\n`)
  step()
  process.stdout.write(`✓ ${name}, ${((performance.now() - start) / 1000).toFixed(1)} s\n`)
}
process.stdout.write(`\nchecks: ${Object.keys(steps).length} passed, 0 failed\n`)
