// The programs that run services: the binaries themselves, since a wrapper leaves them behind when
// it is killed.
import { fileURLToPath } from 'node:url'

const at = (path: string): string =>
  fileURLToPath(new URL(`../node_modules/${path}`, import.meta.url))

export const bun = at('@oven/bun-linux-x64/bin/bun')
export const deno = at('@deno/linux-x64-glibc/deno')
export const workerd = at('@cloudflare/workerd-linux-64/bin/workerd')
/** Not the one without windows: that has no lock, by which a test finds the process to kill. */
export const chromium: string = process.env['CHROMIUM'] ?? '/usr/bin/chromium'

/** The Node of that major version. */
export function node(version: 20 | 22 | 24 | 26): string {
  return at(`node-${version}/bin/node`)
}
