import { defineConfig } from 'tsup'
import { declarations } from '../../scripts/declarations.ts'
import { writeNotices } from '../../scripts/third-party-notices.ts'
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
  dts: declarations,
  clean: true,
  metafile: true,
  sourcemap: true,
  define: { __VERSION__: JSON.stringify(manifest.version) },
  // What is no dependency of the package is bundled: small pure libraries, without their Node parts.
  esbuildOptions(options) {
    options.conditions = ['browser', 'import']
    options.mainFields = ['browser', 'module', 'main']
  },
  onSuccess: async () => writeNotices('THIRD-PARTY-NOTICES.txt'),
})
