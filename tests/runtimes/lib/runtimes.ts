// The programs that run services: the binaries themselves, since a wrapper leaves them behind when
// it is killed.
import { fileURLToPath } from 'node:url'
import { chromiumPath } from '../../../scripts/chromium.mjs'

const at = (path: string): string =>
  fileURLToPath(new URL(`../node_modules/${path}`, import.meta.url))

export const bun = at('@oven/bun-linux-x64/bin/bun')
export const deno = at('@deno/linux-x64-glibc/deno')
export const workerd = at('@cloudflare/workerd-linux-64/bin/workerd')
export const chromium: string = chromiumPath ?? '/usr/bin/chromium'

/** The Node of that major version. */
export function node(version: 20 | 22 | 24 | 26): string {
  return at(`node-${version}/bin/node`)
}
