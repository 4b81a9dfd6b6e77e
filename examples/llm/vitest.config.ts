// Without this file Vitest would read the configuration of a folder above.
import { defineConfig } from 'vitest/config'

export default defineConfig({})
