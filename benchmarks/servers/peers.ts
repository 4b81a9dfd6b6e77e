// Packages that only the benchmarks compare with, installed outside the workspace when needed.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../../scripts/prepare.mjs'
import { benchmarks } from '../harness/machine.ts'

const peers = join(benchmarks, 'peers')

/** The installed version of each package, by name. */
export const peerVersions: Record<string, string> = JSON.parse(
  readFileSync(join(peers, 'package.json'), 'utf8'),
).dependencies

/** Returns a path in one of the installed packages. */
export function peerFile(...path: readonly string[]): string {
  return join(peers, 'node_modules', ...path)
}

/** Installs the packages, unless they are installed and no older than their lock file. */
export function installPeers(): void {
  // npm writes .package-lock.json last, so it is missing if an installation was interrupted.
  const installed = changedAt('node_modules/.package-lock.json')
  if (installed >= changedAt('package-lock.json')) return
  process.stderr.write('Installing the peers …\n')
  // None of them needs its install script. json-server asks for a newer Node than it needs.
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  run('npm', args, { cwd: peers, stdio: ['ignore', 2, 2] })
}

function changedAt(path: string): number {
  return statSync(join(peers, path), { throwIfNoEntry: false })?.mtimeMs ?? 0
}

export function wiremockJar(): string {
  const build = peerFile('wiremock', 'build')
  return join(build, readdirSync(build).find((file) => file.endsWith('.jar')) ?? '')
}
