// The plugin in every kind of project of Vitest: Node, two simulated browsers, and a real one.
import { mockEndpoint } from '@mock-endpoint/vitest-plugin/plugin'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { chromiumPath } from '../../scripts/chromium.mjs'
import type { Api } from './api.ts'

if (!chromiumPath) {
  process.stderr.write('No Chromium, so no browser tests: CHROMIUM says where one is.\n')
}

function inBrowser(executablePath: string): TestProjectInlineConfiguration {
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const provider = playwright({ launchOptions: { executablePath, args } })
  const instances = [{ browser: 'chromium' } as const]
  const browser = { enabled: true, headless: true, screenshotFailures: false, provider, instances }
  return { extends: true, test: { name: 'browser', include: ['browser/*.test.ts'], browser } }
}

function inDom(environment: string): TestProjectInlineConfiguration {
  return { extends: true, test: { name: environment, include: ['dom/*.test.ts'], environment } }
}

export default defineConfig({
  plugins: [
    mockEndpoint<Api>({
      endpoints: [{ name: 'orders', data: [{ id: 1 }] }],
      env: { API_URL: 'orders', MOCKS_URL: true },
    }),
  ],
  test: {
    testTimeout: 30_000,
    expect: { poll: { timeout: 15_000 } },
    projects: [
      { extends: true, test: { name: 'node', include: ['node/*.test.ts'], maxConcurrency: 200 } },
      inDom('happy-dom'),
      inDom('jsdom'),
      ...(chromiumPath ? [inBrowser(chromiumPath)] : []),
      {
        extends: true,
        test: { name: 'nested', include: ['nested/*.test.ts'], testTimeout: 120_000 },
      },
    ],
  },
})
