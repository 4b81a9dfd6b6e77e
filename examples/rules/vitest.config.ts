// Without this file Vitest would read the configuration of a folder above.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  // The many small files take less than half the time when they share what they import.
  test: { isolate: false },
})
