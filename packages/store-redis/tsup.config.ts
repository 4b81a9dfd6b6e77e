import { defineConfig } from 'tsup'
import { declarations } from '../../scripts/declarations.ts'

export default defineConfig({
  entry: ['src/index.ts'],
  format: 'esm',
  platform: 'node',
  target: 'node20',
  dts: declarations,
  clean: true,
  sourcemap: true,
})
