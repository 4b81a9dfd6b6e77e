import { defineConfig } from 'vitest/config'
import workspace from '../../vitest.config.ts'

const isLong = process.env['RELIABILITY_LONG'] !== undefined

export default defineConfig({
  ...workspace,
  test: {
    include: ['*.test.ts'],
    setupFiles: ['../web/lib/needs-chromium.ts'],
    // The built code is measured, because code that Vitest transforms is up to three times slower.
    server: { deps: { external: [/packages\/core\/dist\//] } },
    // Each file has the machine to itself.
    fileParallelism: false,
    testTimeout: isLong ? 3_600_000 : 300_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
  },
})
