import { inChromium } from '../lib/browser.ts'
import { describeRuntime } from '../lib/describe-runtime.ts'
import { inBrowsers } from '../lib/differences.ts'

describeRuntime('a page in Chromium', inChromium('page'), { differences: inBrowsers })
