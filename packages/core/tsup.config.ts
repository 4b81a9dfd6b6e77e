import { defineConfig } from 'tsup'
import manifest from './package.json' with { type: 'json' }

export default defineConfig({
  entry: ['src/index.ts', 'src/memory.ts', 'src/level.ts'],
  format: 'esm',
  platform: 'neutral',
  target: 'es2022',
  dts: true,
  clean: true,
  define: { __VERSION__: JSON.stringify(manifest.version) },
  // What is no dependency of the package is bundled: small pure libraries, without their Node parts.
  esbuildOptions(options) {
    options.conditions = ['browser', 'import']
    options.mainFields = ['browser', 'module', 'main']
  },
})
