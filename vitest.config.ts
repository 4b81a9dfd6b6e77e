import { defineConfig } from 'vitest/config'
import manifest from './packages/core/package.json' with { type: 'json' }

const conditions = ['@mock-endpoint/source', 'module', 'node', 'import', 'default']

export default defineConfig({
  // Tests read the packages' sources; the built ones are tested as programs.
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  define: {
    __VERSION__: JSON.stringify(manifest.version),
    __SERVER_REPORTING_DSN__: JSON.stringify(''),
    __CLIENT_REPORTING_DSN__: JSON.stringify(''),
  },
  test: {
    include: [
      'packages/*/src/**/*.test.ts',
      'packages/server/web/src/**/*.test.ts',
      'scripts/**/*.test.ts',
      'benchmarks/harness/*.test.ts',
      'tests/guards/*.test.ts',
    ],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // For a condition, not for a while: the machine may be busy.
    expect: { poll: { timeout: 20_000 } },
  },
})
