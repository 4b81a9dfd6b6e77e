// The Chromium that tests use.
import { existsSync } from 'node:fs'

/** Paths of Chromium and Chrome. Debian's headless shell takes a third of the time. */
const places = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/** The path in `CHROMIUM`, or the first of these that exists. `undefined` if there is none. */
export const chromiumPath = process.env.CHROMIUM ?? places.find((place) => existsSync(place))
