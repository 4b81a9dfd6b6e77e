import { defineConfig } from 'vitest/config'

const minute = 60_000

export default defineConfig({
  test: {
    include: ['{durability,hostile}/*.test.ts'],
    // One after the other: each measures, or counts what it does in its time.
    fileParallelism: false,
    // The long form runs for hours; each check bounds itself by counts.
    testTimeout: process.env['RELIABILITY_LONG'] ? 6 * 60 * minute : 5 * minute,
    hookTimeout: minute,
    reporters: ['verbose'],
  },
})
