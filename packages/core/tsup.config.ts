import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { defineConfig } from 'tsup'
import { noticesOf } from '../../scripts/third-party-notices.ts'
import manifest from './package.json' with { type: 'json' }

export default defineConfig({
  entry: [
    'src/index.ts',
    'src/client.ts',
    'src/documents.ts',
    'src/memory.ts',
    'src/mock.ts',
    'src/mock-types.ts',
    'src/transfer.ts',
    'src/webhooks.ts',
    'src/level.ts',
    'src/indexeddb.ts',
    'src/durable-object.ts',
    'src/shared-journal.ts',
    'src/store-contract.ts',
    'src/journal-contract.ts',
  ],
  format: 'esm',
  platform: 'neutral',
  target: 'es2022',
  dts: true,
  clean: true,
  metafile: true,
  sourcemap: true,
  define: { __VERSION__: JSON.stringify(manifest.version) },
  // What is no dependency of the package is bundled: small pure libraries, without their Node parts.
  esbuildOptions(options) {
    options.conditions = ['browser', 'import']
    options.mainFields = ['browser', 'module', 'main']
  },
  onSuccess: writeNotices,
})

/** The licences of what is bundled travel with it. */
async function writeNotices(): Promise<void> {
  const metafile = 'dist/metafile-esm.json'
  const { inputs } = JSON.parse(readFileSync(metafile, 'utf8')) as { inputs: object }
  writeFileSync('dist/THIRD-PARTY-NOTICES.txt', noticesOf(Object.keys(inputs)))
  rmSync(metafile)
}
