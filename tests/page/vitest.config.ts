import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['*.test.ts'],
    // One browser after the other: they share the machine with what they look at.
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // As long as a locator waits: the machine may be busy.
    expect: { poll: { timeout: 30_000 } },
  },
})
