// What the benchmarks compare with and the workspace does without: installed when it is needed.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../../scripts/prepare.mjs'
import { benchmarks } from '../harness/machine.ts'

const peers = join(benchmarks, 'peers')

/** The versions that are installed, by name. */
export const peerVersions: Record<string, string> = JSON.parse(
  readFileSync(join(peers, 'package.json'), 'utf8'),
).dependencies

/** A place in one of them. */
export function peerFile(...path: readonly string[]): string {
  return join(peers, 'node_modules', ...path)
}

/** Installs them, unless they are there and no older than their lock. */
export function installPeers(): void {
  // npm writes the first of these last: it is missing when an installation was cut short.
  const installed = changedAt('node_modules/.package-lock.json')
  if (installed >= changedAt('package-lock.json')) return
  process.stderr.write('Installing the peers …\n')
  // None of them needs its install script; json-server asks for a newer Node than it needs.
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
