// The plugin in every kind of project that Vitest has: Node, two simulated browsers, a real one.
import { existsSync } from 'node:fs'
import { mockEndpoint } from '@mock-endpoint/vitest-plugin/plugin'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import type { Api } from './api.ts'

const places = [process.env['CHROMIUM_PATH'] ?? '', '/usr/bin/chromium', '/usr/bin/google-chrome']
const executablePath = places.find((path) => existsSync(path))
if (!executablePath) {
  process.stderr.write('No Chromium, so no browser tests: CHROMIUM_PATH says where one is.\n')
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
      ...(executablePath ? [inBrowser(executablePath)] : []),
      {
        extends: true,
        test: { name: 'nested', include: ['nested/*.test.ts'], testTimeout: 120_000 },
      },
    ],
  },
})
