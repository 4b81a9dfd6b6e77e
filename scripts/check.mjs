// `npm test`: the checks of the workspace. `npm run test:slow`: the checks that take longer or
// install from the registry. Three run at a time, because they often wait.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageSteps } from './check-packages.mjs'
import { packages, prepare, root } from './prepare.mjs'
import { runSteps, vitest } from './side-by-side.mjs'

const withoutSlow = ['--exclude', '**/*.slow.test.ts']
const onlySlow = ['.slow.test.']

const core = 'packages/core'
/** Tests that run the daemon as a program. */
const daemon = 'packages/server/src/test'

const projects = [
  'packages',
  // Without the types of Node, because core also runs without Node.
  `${core}/tsconfig.pure.json`,
  'packages/server/web',
  'tests/vitest',
  'tests/reliability',
  'tests/web',
  'tests/figures',
  'tests/publishing',
  'benchmarks',
  '.',
]

// The longest steps come first, so that the others run in parallel with them.
const quick = () => [
  vitest({ name: 'tests of the daemon', args: [...withoutSlow, daemon, '--no-isolate'] }),
  // No module keeps state, and no test replaces one, so test files can share modules. Imports take
  // most of the time of a short file.
  vitest({
    name: 'tests',
    args: [
      ...withoutSlow,
      ...[core, daemon].flatMap((folder) => ['--exclude', `${folder}/**`]),
      '--no-isolate',
    ],
  }),
  tool({ name: 'formatter and linter', tool: 'biome', args: ['ci', '.'] }),
  tool({ name: 'unused code', tool: 'knip' }),
  vitest({ name: 'vitest plugin', args: withoutSlow, folder: 'tests/vitest' }),
  vitest({ name: 'web UI', args: withoutSlow, folder: 'tests/web' }),
  vitest({ name: 'publishing', args: withoutSlow, folder: 'tests/publishing' }),
  // Not repeated on failure: these tests have no processes or sockets, so they would fail again.
  tool({
    name: 'tests of core',
    tool: 'vitest',
    args: ['run', ...withoutSlow, core, '--no-isolate'],
  }),
  ...projects.map(types),
  ...readdirSync(join(root, 'examples')).filter(hasTest).map(example),
]

/** Examples without a test need another runtime, and are run by `npm run test:runtimes`. */
function hasTest(name) {
  const manifest = readFileSync(join(root, 'examples', name, 'package.json'), 'utf8')
  return JSON.parse(manifest).scripts.test !== undefined
}

function example(name) {
  const folder = join('examples', name)
  return { name: `example: ${name}`, program: 'npm', args: ['test', '--silent'], folder }
}

/** Slow tests that replace modules or configure Vitest, of which the next file must not notice. */
const apart = ['scripts', ...packages.map((name) => `packages/${name}/src`)]
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((file) => join(folder, file)),
  )
  .filter((file) => file.endsWith('.slow.test.ts'))
  .filter((file) => /vi\.(mock|setConfig)\(/.test(readFileSync(join(root, file), 'utf8')))

// The longest steps come first here too.
const slow = () => [
  vitest({ name: 'web UI', args: onlySlow, folder: 'tests/web' }),
  vitest({
    name: 'slow tests',
    args: [...onlySlow, ...apart.flatMap((file) => ['--exclude', file]), '--no-isolate'],
  }),
  vitest({ name: 'slow tests in own processes', args: apart }),
  ...['survival', 'hostile', 'durability'].map(survives),
  ...packageSteps(),
  { name: 'runtimes', program: process.execPath, args: ['tests/runtimes/run.mjs', '--gate'] },
  { name: 'docs', program: process.execPath, args: ['site/run.mjs', '--check'] },
  vitest({ name: 'vitest plugin', args: onlySlow, folder: 'tests/vitest' }),
  vitest({ name: 'publishing', args: onlySlow, folder: 'tests/publishing' }),
]

/** A part of `npm run test:reliability`. */
function survives(part) {
  return vitest({ name: part, args: [`${part}/`], folder: 'tests/reliability' })
}

/** Returns a step that runs a tool installed in its folder. */
function tool({ name, tool, args = [], folder = '' }) {
  return { name, program: join(root, folder, 'node_modules', '.bin', tool), args, folder }
}

/** Checks the types of a project with TypeScript's native compiler, four times as fast as ours. */
function types(project) {
  const compiler = join(root, 'node_modules', 'typescript-native', 'bin', 'tsc')
  return { name: `types: ${project}`, program: process.execPath, args: [compiler, '-p', project] }
}

prepare()
await runSteps(process.argv.includes('--slow') ? slow() : quick(), 3)
