import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['*.test.ts'],
    setupFiles: ['lib/needs-chromium.ts'],
    // The files of a worker share its modules, and so one Chromium, which ends with the worker.
    isolate: false,
    maxWorkers: 3,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // The same as for locators, because the machine may be busy.
    expect: { poll: { timeout: 30_000 } },
  },
})
