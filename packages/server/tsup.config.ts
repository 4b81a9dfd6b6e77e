import { fileURLToPath } from 'node:url'
import { defineConfig } from 'tsup'
import manifest from './package.json' with { type: 'json' }
import { readEnvFile } from './src/daemon/settings/env-file.ts'

// The variables of the workspace's .env apply to the build too, below the process environment.
const env = { ...readEnvFile(fileURLToPath(new URL('../../', import.meta.url))), ...process.env }
const [serverDsn, clientDsn] = ['SERVER_REPORTING_DSN', 'CLIENT_REPORTING_DSN'].map(
  (name) => env[name] ?? '',
)

export default defineConfig({
  entry: ['src/index.ts', 'src/bin.ts'],
  format: 'esm',
  platform: 'node',
  target: 'node20',
  dts: { entry: 'src/index.ts' },
  clean: true,
  define: {
    __VERSION__: JSON.stringify(manifest.version),
    __SERVER_REPORTING_DSN__: JSON.stringify(serverDsn),
    __CLIENT_REPORTING_DSN__: JSON.stringify(clientDsn),
  },
})
