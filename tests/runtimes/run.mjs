// `npm run test:runtimes`: the packages on every runtime. `-- --update` writes the table in
// docs/runtimes.md, `-- bun` runs the test files of that name alone.
import { join } from 'node:path'
import { pnpm, prepare, root, run, tool } from '../../scripts/prepare.mjs'

const folder = join(root, 'tests', 'runtimes')
const args = process.argv.slice(2)
const names = args.filter((arg) => !arg.startsWith('--'))
const isWhole = names.length === 0

prepare()
// The runtimes are only installed here.
pnpm(['install', '--ignore-workspace', '--frozen-lockfile', '--loglevel=warn'], { cwd: folder })

tool('tsc', ['-p', 'tests/runtimes'])
const vitest = join(root, 'node_modules', '.bin', 'vitest')
const reporters = ['--reporter=default', ...(isWhole ? ['--reporter=./lib/table-reporter.ts'] : [])]
const update = args.includes('--update') ? { UPDATE_DOCS: '1' } : {}
run(vitest, ['run', ...names, ...reporters], { cwd: folder, env: { ...process.env, ...update } })
