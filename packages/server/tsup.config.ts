import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { defineConfig } from 'tsup'
import manifest from './package.json' with { type: 'json' }

// The variables of the workspace's .env apply to the build too, below the process environment.
const envFile = new URL('../../.env', import.meta.url)
const fromFile = existsSync(envFile) ? parseEnv(readFileSync(envFile, 'utf8')) : {}
const reportingDsn = process.env['SERVER_REPORTING_DSN'] ?? fromFile['SERVER_REPORTING_DSN'] ?? ''

export default defineConfig({
  entry: ['src/index.ts', 'src/bin.ts'],
  format: 'esm',
  platform: 'node',
  target: 'node20',
  dts: { entry: 'src/index.ts' },
  clean: true,
  publicDir: 'web',
  define: {
    __VERSION__: JSON.stringify(manifest.version),
    __SERVER_REPORTING_DSN__: JSON.stringify(reportingDsn),
  },
})
