// Core for JSR, which takes sources instead of built files.
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './prepare.mjs'

const core = join(root, 'packages', 'core')
const isTest = /\.test\.ts$|[\\/]test$/

/**
 * Lays out core in an empty folder. Names and versions come from the manifest for npm.
 * @param {string} folder
 */
export function layOutForJsr(folder) {
  const manifest = JSON.parse(readFileSync(join(core, 'package.json'), 'utf8'))
  const { name, version, license } = manifest
  const sources = join(folder, 'src')
  cpSync(join(core, 'src'), sources, { recursive: true, filter: (path) => !isTest.test(path) })
  for (const file of ['README.md', 'LICENSE']) cpSync(join(core, file), join(folder, file))
  defineVersion(join(sources, 'model', 'version.ts'), version)
  const [exports, imports] = [entriesOf(manifest), packagesOf(sources, manifest)]
  // Deno lacks the types that only browsers have, which one store needs.
  const compilerOptions = { lib: ['deno.ns', 'dom', 'dom.iterable', 'dom.asynciterable', 'esnext'] }
  const config = JSON.stringify(
    { name, version, license, exports, imports, compilerOptions },
    null,
    2,
  )
  writeFileSync(join(folder, 'deno.json'), config)
}

function entriesOf({ exports }) {
  const entries = Object.entries(exports).map(([path, entry]) => [
    path,
    entry['@mock-endpoint/source'],
  ])
  return Object.fromEntries(entries.filter(([, source]) => source !== undefined))
}

/** Nothing is bundled here, so packages that npm's package bundles are dependencies too. */
function packagesOf(sources, { dependencies, devDependencies }) {
  const versions = { ...devDependencies, ...dependencies }
  const files = readdirSync(sources, { recursive: true }).filter((file) => file.endsWith('.ts'))
  const names = files.flatMap((file) => {
    const imports = readFileSync(join(sources, file), 'utf8').matchAll(
      /(?: from |import\()'([^./'][^/']*)/g,
    )
    return [...imports].map(([, name]) => name)
  })
  return Object.fromEntries(
    [...new Set(names)].sort().map((name) => [name, `npm:${name}@${versions[name]}`]),
  )
}

/** Writes the version into the source, as the build does for npm. */
function defineVersion(file, version) {
  const source = readFileSync(file, 'utf8')
  const withoutName = source.replace(/^declare const __VERSION__.*\n+/m, '')
  const defined = withoutName.replace('= __VERSION__', () => `= '${version}'`)
  if (defined === withoutName) throw new Error(`${file} has no version to define.`)
  writeFileSync(file, defined)
}
