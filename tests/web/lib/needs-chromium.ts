// Before each test of a file: without Chromium there is nothing to open the page with.
import { beforeEach } from 'vitest'
import { whyNoBrowser } from './browser.ts'

beforeEach((context) => {
  context.skip(whyNoBrowser !== undefined, whyNoBrowser)
})
