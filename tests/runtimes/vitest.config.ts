import { defineConfig } from 'vitest/config'

const conditions = ['@mock-endpoint/source', 'module', 'node', 'import', 'default']

export default defineConfig({
  // The cases come from the packages' sources. The services that they test are built.
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['**/*.test.ts'],
    // Each file runs its own processes, which take CPU time, or waits for what must not happen.
    maxWorkers: 3,
    testTimeout: 30_000,
    expect: { poll: { timeout: 20_000 } },
    hookTimeout: 60_000,
  },
})
