// The Chromium that tests drive.
import { existsSync } from 'node:fs'

/** Debian's, which takes a third of the time where it has no windows to draw, and those of others. */
const places = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/** `CHROMIUM` says where it is when it is elsewhere; `undefined` when there is none. */
export const chromiumPath = process.env.CHROMIUM ?? places.find((place) => existsSync(place))
