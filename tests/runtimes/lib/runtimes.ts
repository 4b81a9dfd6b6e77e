// The programs that run services. They are the binaries themselves, because a killed wrapper would
// leave its binary running.
import { fileURLToPath } from 'node:url'

const at = (path: string): string =>
  fileURLToPath(new URL(`../node_modules/${path}`, import.meta.url))

export const bun = at('@oven/bun-linux-x64/bin/bun')
export const deno = at('@deno/linux-x64-glibc/deno')
export const workerd = at('@cloudflare/workerd-linux-64/bin/workerd')
/** Not the headless build, which has no lock by which a test finds the process to kill. */
export const chromium: string = process.env['CHROMIUM'] ?? '/usr/bin/chromium'

/** Returns the path of the Node with this major version. */
export function node(version: 20 | 22 | 24 | 26): string {
  return at(`node-${version}/bin/node`)
}
