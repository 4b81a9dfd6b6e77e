import { defineConfig } from 'vitest/config'

const conditions = ['@mock-endpoint/source', 'module', 'node', 'import', 'default']

export default defineConfig({
  // The cases are the packages' sources; what answers them is built.
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['**/*.test.ts'],
    // Each drives processes of its own, which take the machine's time, or waits for what does not come.
    maxWorkers: 3,
    testTimeout: 30_000,
    expect: { poll: { timeout: 20_000 } },
    hookTimeout: 60_000,
  },
})
