// `npm run bench [-- <name> …] [--short]`: builds what it measures and itself, then runs.
import { join } from 'node:path'
import { prepare } from '../scripts/prepare.mjs'

prepare()
// It is installed only now.
const { build } = await import('esbuild')
await build({
  absWorkingDir: import.meta.dirname,
  entryPoints: ['harness/main.ts', 'programs/*.ts'],
  // Every source lies one folder deep, as this one does: paths to .mjs files hold in both.
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
