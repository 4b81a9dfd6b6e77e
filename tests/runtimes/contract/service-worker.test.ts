import { inChromium } from '../lib/browser.ts'
import { describeRuntime } from '../lib/describe-runtime.ts'
import { inBrowsers } from '../lib/differences.ts'

const services = inChromium('service-worker-page', 'service-worker')

describeRuntime('a service worker in Chromium', services, {
  store: 'indexeddb',
  differences: [
    ...inBrowsers,
    {
      cases:
        /journal > a (GET|POST) whose client hangs up|responses > are missing when the client left/,
      why: 'A client that leaves during a delay is not noticed: the worker is not told.',
    },
  ],
})
