import { defineConfig } from 'vitest/config'
import manifest from '../../packages/core/package.json' with { type: 'json' }

const conditions = ['@mock-endpoint/source', 'module', 'node', 'import', 'default']
const isLong = process.env['RELIABILITY_LONG'] !== undefined

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  define: {
    __VERSION__: JSON.stringify(manifest.version),
    __SERVER_REPORTING_DSN__: JSON.stringify(''),
    __CLIENT_REPORTING_DSN__: JSON.stringify(''),
  },
  test: {
    include: ['*.test.ts'],
    setupFiles: ['../page/lib/needs-chromium.ts'],
    // Each has the machine to itself.
    fileParallelism: false,
    testTimeout: isLong ? 3_600_000 : 300_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
  },
})
