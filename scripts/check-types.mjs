// Compiles the types of the packed packages as users do, without `skipLibCheck`: with the oldest
// TypeScript in docs/testing.md and the newest, each source of the Web's types, and every kind of
// module resolution. Types that both versions accept are accepted by those in between.
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installStrictly } from './pack.mjs'
import { root, run } from './prepare.mjs'

/** The version of `@types/node` for the oldest Node. */
const nodeTypes = '20.19.43'

/** A package and the peers a user installs with it. It must be possible to emit declarations. */
const projects = {
  core: { names: ['core'], level: '10.0.0' },
  'store-redis': { names: ['store-redis', 'core'] },
  server: { names: ['server'] },
  'vitest-plugin-on-4': { names: ['vitest-plugin'], vitest: '4.1.12' },
  'vitest-plugin-on-5': { names: ['vitest-plugin'], vitest: '5.1.1' },
}

/** With the default libraries of TypeScript. */
const nodenext = { module: 'nodenext', types: ['node'] }
const others = [
  { ...nodenext, module: 'node16' },
  { ...nodenext, module: 'esnext', moduleResolution: 'bundler' },
]
/** Without the types of Node. */
const elsewhere = ['dom', 'webworker'].map((library) => ({
  module: 'nodenext',
  types: [],
  lib: ['es2022', library],
}))

/** @param {{ folder: string, tarballs: Record<string, string> }} _ */
export function checkTypes({ folder, tarballs }) {
  const user = join(folder, 'types')
  const installed = Object.entries(projects).map(([project, { names, ...tools }]) => [
    project,
    { names, devDependencies: { ...tools, '@types/node': nodeTypes } },
  ])
  const compilers = compilersByName()
  installStrictly({ user, tarballs, projects: Object.fromEntries(installed), tools: compilers })
  const configs = { 'typescript-oldest': [], 'typescript-newest': [] }
  for (const [project, { names }] of Object.entries(projects)) {
    const source = join(root, 'scripts', 'packed-types', `${names[0]}.ts`)
    cpSync(source, join(user, project, 'exports.ts'))
    const more = project === 'core' ? elsewhere : []
    const kinds = {
      'typescript-oldest': [nodenext, ...others, ...more],
      // With only Node's types.
      'typescript-newest': [{ ...nodenext, lib: ['es2022'] }, ...others, ...more],
    }
    for (const [compiler, all] of Object.entries(kinds)) {
      all.forEach((options, i) => {
        const config = join(project, `${compiler}-${i}.json`)
        writeFileSync(join(user, config), JSON.stringify(configOf(options, `out/${compiler}-${i}`)))
        configs[compiler].push(config)
      })
    }
  }
  // Compiles all in one run, which reads the libraries once.
  for (const [compiler, all] of Object.entries(configs)) {
    run('node', [join('node_modules', compiler, 'bin', 'tsc'), '-b', '-v', ...all], { cwd: user })
  }
}

/** Returns the oldest TypeScript that the documentation supports, and the newest. */
function compilersByName() {
  const page = readFileSync(join(root, 'docs', 'testing.md'), 'utf8')
  const [, oldest] = /TypeScript (\d+\.\d+)\s+or\s+later/.exec(page)
  return {
    'typescript-oldest': `npm:typescript@~${oldest}.0`,
    'typescript-newest': 'npm:typescript@7.0.2',
  }
}

function configOf(options, outDir) {
  const compilerOptions = {
    target: 'es2022',
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    // The libraries that come with TypeScript are not ours to check.
    skipDefaultLibCheck: true,
    declaration: true,
    outDir,
    ...options,
  }
  return { compilerOptions, files: ['exports.ts'] }
}
