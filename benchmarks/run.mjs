// `npm run bench [-- <name> …] [--short]`: builds the packages and the benchmarks, then runs them.
import { join } from 'node:path'
import { prepare } from '../scripts/prepare.mjs'

prepare()
// `prepare` has to install it first.
const { build } = await import('esbuild')
await build({
  absWorkingDir: import.meta.dirname,
  entryPoints: ['harness/main.ts', 'programs/*.ts'],
  // `dist` is one folder deep, like every source, so paths to .mjs files are valid in both.
  outdir: 'dist',
  entryNames: '[name]',
  external: ['*.mjs'],
  packages: 'external',
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
})
await import(join(import.meta.dirname, 'dist', 'main.js'))
