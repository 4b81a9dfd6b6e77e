// The types of a packed package, compiled as its users compile them: without `skipLibCheck`, by the
// oldest TypeScript that the page on testing names, ours and the newest, with each source of the Web's
// types, and by the newest in every kind of module resolution.
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installStrictly } from './pack.mjs'
import { root, run } from './prepare.mjs'

/** `@types/node` is that of the oldest Node. */
const nodeTypes = '20.19.43'

const nodenext = { module: 'nodenext', types: ['node'] }
/** With the libraries that TypeScript has by default, and with Node's types alone. */
const byLibrary = [nodenext, { ...nodenext, lib: ['es2022'] }]
const byResolution = [
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
  const ways = name === 'core' ? [...byLibrary, ...elsewhere] : byLibrary
  for (const options of ways) compile(user, 'typescript-oldest', options)
  // It is native, and takes a tenth of the time.
  for (const options of [...ways, ...byResolution]) compile(user, 'typescript-newest', options)
  // What both ends take, the one between them need not be shown to take in every way.
  compile(user, 'typescript', nodenext)
}

/** The oldest that is promised, ours, and the newest, which is native. */
function compilersByName() {
  const page = readFileSync(join(root, 'docs', 'testing.md'), 'utf8')
  const [, oldest] = /TypeScript (\d+\.\d+) or later/.exec(page)
  return {
    'typescript-oldest': `npm:typescript@~${oldest}.0`,
    typescript: '5.9.3',
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
