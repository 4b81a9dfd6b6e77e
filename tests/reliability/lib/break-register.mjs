// Loaded before the daemon: has its files changed on the way in.
import { register } from 'node:module'

register('./break-hooks.mjs', import.meta.url, { data: JSON.parse(process.env.BREAKAGES) })
