// The types of a packed package, compiled as its users compile them: without `skipLibCheck`, by the
// oldest TypeScript that the page on testing names with each source of the Web's types, and by the
// newest in every kind of module resolution as well. What both take, those between them take.
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installStrictly } from './pack.mjs'
import { root, run } from './prepare.mjs'

/** `@types/node` is that of the oldest Node. */
const nodeTypes = '20.19.43'

/** With the libraries that TypeScript has by default. */
const nodenext = { module: 'nodenext', types: ['node'] }
const onNode = [
  // With Node's types alone.
  { ...nodenext, lib: ['es2022'] },
  { ...nodenext, module: 'node16' },
  { ...nodenext, module: 'esnext', moduleResolution: 'bundler' },
]
/** Where there are no types of Node. */
const elsewhere = ['dom', 'webworker'].map((library) => ({
  module: 'nodenext',
  types: [],
  lib: ['es2022', library],
}))

/**
 * Who installs that package, and those `beside` it that are its peers, can emit declarations for what
 * it makes.
 * @param {{ folder: string, tarballs: Record<string, string>, name: string, beside?: string[],
 *   vitest?: string }} _
 */
export function checkTypes({ folder, tarballs, name, beside = [], ...tools }) {
  const user = join(folder, ['types', name, ...Object.values(tools)].join('-'))
  const compilers = compilersByName()
  const devDependencies = { ...tools, ...compilers, '@types/node': nodeTypes }
  installStrictly({ user, tarballs, names: [name, ...beside], devDependencies })
  cpSync(join(root, 'scripts', 'packed-types', `${name}.ts`), join(user, 'exports.ts'))
  const ways = name === 'core' ? [nodenext, ...elsewhere] : [nodenext]
  for (const options of ways) compile(user, 'typescript-oldest', options)
  // It is native, and takes a tenth of the time.
  for (const options of [...ways, ...onNode]) compile(user, 'typescript-newest', options)
}

/** The oldest that is promised, and the newest, which is native. */
function compilersByName() {
  const page = readFileSync(join(root, 'docs', 'testing.md'), 'utf8')
  const [, oldest] = /TypeScript (\d+\.\d+) or later/.exec(page)
  return {
    'typescript-oldest': `npm:typescript@~${oldest}.0`,
    'typescript-newest': 'npm:typescript@7.0.2',
  }
}

function compile(user, compiler, options) {
  const compilerOptions = {
    target: 'es2022',
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    declaration: true,
    outDir: 'out',
    ...options,
  }
  const config = { compilerOptions, files: ['exports.ts'] }
  writeFileSync(join(user, 'tsconfig.json'), JSON.stringify(config))
  process.stdout.write(`${compiler}: ${JSON.stringify(options)}\n`)
  run('node', [`node_modules/${compiler}/bin/tsc`], { cwd: user })
}
