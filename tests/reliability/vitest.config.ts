import { defineConfig } from 'vitest/config'

const minute = 60_000
const isByHand = process.env['RELIABILITY_LONG'] || process.env['RELIABILITY_COUNT']

export default defineConfig({
  test: {
    include: ['{durability,hostile,survival}/*.test.ts'],
    // One file after another, because each measures, or counts what it does in its time.
    fileParallelism: false,
    // By hand, it may run for hours, because each check is limited only by its counts.
    testTimeout: isByHand ? 6 * 60 * minute : 5 * minute,
    hookTimeout: minute,
    expect: { poll: { timeout: 30_000 } },
    reporters: ['verbose'],
  },
})
