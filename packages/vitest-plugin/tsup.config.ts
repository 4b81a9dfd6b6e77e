import { defineConfig } from 'tsup'
import { declarations } from '../../scripts/declarations.ts'
import { writeNotices } from '../../scripts/third-party-notices.ts'

export default defineConfig({
  entry: ['src/index.ts', 'src/browser.ts', 'src/plugin.ts', 'src/global-setup.ts'],
  format: 'esm',
  platform: 'node',
  target: 'node20',
  dts: declarations,
  clean: true,
  metafile: true,
  sourcemap: true,
  onSuccess: async () => writeNotices('THIRD-PARTY-NOTICES.txt'),
})
