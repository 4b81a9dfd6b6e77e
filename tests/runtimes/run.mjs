// `npm run test:runtimes` tests the packages on every runtime. `-- --update` writes the tables in
// the docs, `-- bun` runs only the test files of that name, `-- --gate` only those of the gate.
import { join } from 'node:path'
import { pnpm, prepare, root, tool } from '../../scripts/prepare.mjs'
import { runSteps, vitest } from '../../scripts/side-by-side.mjs'

const folder = join(root, 'tests', 'runtimes')
const args = process.argv.slice(2)
/**
 * Each runtime that is not Node, and each store. The rest takes minutes and adds little: other
 * versions of Node, of which one runs the documented tests in the gate, the contract in a Durable
 * Object, which is workerd with that store, the daemon on Bun and Deno, and the tables in the docs.
 */
const gate = [
  ...['bun', 'deno', 'workerd', 'page'].map((runtime) => `contract/${runtime}.test.ts`),
  ...['stores/', 'examples.test.ts', 'jsr.test.ts', 'mcp.test.ts'],
]
const names = args.includes('--gate') ? gate : args.filter((arg) => !arg.startsWith('--'))
const isWhole = names.length === 0

prepare()
// The runtimes are installed only in this folder.
pnpm(['install', '--ignore-workspace', '--frozen-lockfile', '--loglevel=warn'], { cwd: folder })

tool('tsc', ['-p', 'tests/runtimes'])
const table = isWhole ? ['--reporter=./lib/table-reporter.ts'] : []
const env = args.includes('--update') ? { UPDATE_DOCS: '1' } : {}
const step = { name: 'runtimes', args: [...names, ...table], folder: 'tests/runtimes', env }
await runSteps([vitest(step)], 1)
