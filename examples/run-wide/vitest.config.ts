import { mockEndpoint } from '@mock-endpoint/vitest-plugin/plugin'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [
    mockEndpoint({
      endpoints: [{ name: 'prices', data: { tea: 420 } }],
      env: { PRICES_URL: 'prices' },
    }),
  ],
})
