// Skips each test if Chromium is not available.
import { beforeEach } from 'vitest'
import { whyNoBrowser } from './browser.ts'

beforeEach((context) => {
  context.skip(whyNoBrowser !== undefined, whyNoBrowser)
})
