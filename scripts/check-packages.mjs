// Checks the packages as a user gets them: packed, examined, installed outside the workspace, run.
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { checkTypes } from './check-types.mjs'
import { installPacked, pack, packageManagers, tarballsIn, usePacked } from './pack.mjs'
import { packages, root, run, tool } from './prepare.mjs'

/** Each part can be run by its name, in parallel with the others. */
const parts = {
  examined: ({ tarballs }) => {
    for (const tarball of Object.values(tarballs)) {
      tool('publint', [tarball, '--strict'])
      tool('attw', [tarball, '--profile', 'esm-only', '--quiet'])
    }
  },
  used: installAndUse,
  types: checkTypes,
  clients: testClients,
  'documented tests, Vitest 4': (packed) =>
    testAsDocumented({ ...packed, vitest: '4.1.12', node: ['node'] }),
  'documented tests and the suite, Vitest 5 on Node 24': (packed) => {
    const node = ['npx', '--yes', '-p', 'node@24', '--', 'node']
    const runVitest = testAsDocumented({ ...packed, vitest: '5.1.1', node })
    copySuite(join(packed.folder, 'vitest-5.1.1'))
    for (const project of ['node', 'browser', 'nested']) {
      // Many waits are slow, and do not depend on the version of Vitest.
      runVitest('--root', 'suite', '--project', project, '--exclude', '**/many-waits.slow.test.ts')
    }
  },
}

/** Packs the packages. Returns the steps that check them. */
export function packageSteps() {
  const folder = mkdtempSync(join(tmpdir(), 'mock-endpoint-packed-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  pack(folder, { stdio: ['ignore', 'ignore', 'inherit'] })
  return Object.keys(parts).map((part) => ({
    name: `packages: ${part}`,
    program: 'node',
    args: ['scripts/check-packages.mjs', part, folder],
  }))
}

if (process.argv[1] === import.meta.filename) {
  const [, , part, folder] = process.argv
  parts[part]({ folder, tarballs: tarballsIn(folder) })
}

/** Installs and uses the packages as a user does, with each package manager. */
function installAndUse({ folder, tarballs }) {
  for (const manager of packageManagers) {
    const user = join(folder, `user-of-${manager}`)
    usePacked({ user, tarballs, manager })
    run('node', ['source-maps.mjs'], { cwd: user })
  }
}

/** Compiles and runs tests with well-known clients from npm, which need only the plugin. */
function testClients({ folder, tarballs }) {
  const tests = join(root, 'tests', 'clients')
  const user = join(folder, 'clients')
  const { devDependencies } = JSON.parse(readFileSync(join(tests, 'package.json'), 'utf8'))
  installPacked({ user, tarballs, names: ['core', 'vitest-plugin'], devDependencies })
  for (const file of readdirSync(tests)) {
    if (file !== 'package.json') cpSync(join(tests, file), join(user, file))
  }
  run('node', ['node_modules/typescript/bin/tsc'], { cwd: user })
  run('node', ['node_modules/vitest/vitest.mjs', 'run'], { cwd: user })
}

/**
 * Runs the tests of the documentation unchanged, and compiles them without `skipLibCheck`. Returns
 * a function that runs the same Vitest again.
 */
function testAsDocumented({ folder, tarballs, vitest, node: [program, ...args] }) {
  const user = join(folder, `vitest-${vitest}`)
  const tools = {
    vitest,
    '@vitest/browser-playwright': vitest,
    playwright: '1.65.1',
    typescript: '7.0.2',
    '@types/node': '24.10.1',
  }
  installPacked({ user, tarballs, names: packages, devDependencies: tools })
  const pages = {
    readme: 'README.md',
    testing: 'docs/testing.md',
    start: 'docs/index.md',
    webhooks: 'docs/webhooks.md',
  }
  for (const [name, page] of Object.entries(pages)) {
    for (const [file, text] of filesIn(readFileSync(join(root, page), 'utf8'))) {
      const isConfig = file.endsWith('.config.ts')
      const path = isConfig ? join(user, file) : join(user, name, file)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text)
    }
  }
  const compilerOptions = {
    target: 'es2022',
    module: 'nodenext',
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    noEmit: true,
    types: ['node'],
  }
  writeFileSync(join(user, 'tsconfig.json'), JSON.stringify({ compilerOptions }))
  run(program, [...args, 'node_modules/typescript/bin/tsc'], { cwd: user })
  const runVitest = (...options) =>
    run(program, [...args, 'node_modules/vitest/vitest.mjs', 'run', ...options], { cwd: user })
  runVitest()
  return runVitest
}

/** Copies the plugin's suite, without simulated browsers and most nested tests. */
function copySuite(user) {
  const nested = ['neighbours.test.ts', 'project.ts', 'report.ts'].map((name) => `nested/${name}`)
  for (const part of ['node', 'browser', 'api.ts', 'steady.ts', 'vitest.config.ts', ...nested]) {
    cpSync(join(root, 'tests', 'vitest', part), join(user, 'suite', part), { recursive: true })
  }
  // The path from which its configuration imports it.
  cpSync(join(root, 'scripts', 'chromium.mjs'), join(user, '..', 'scripts', 'chromium.mjs'))
}

/** Returns the code blocks of a page that begin with the name of their file. */
function filesIn(page) {
  return [...page.matchAll(/^```ts\n\/\/ (\S+\.ts)\n([\s\S]*?)^```$/gm)].map(([, file, text]) => [
    file,
    text,
  ])
}
