// Installs what the benchmarks compare with, which the workspace does without.
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../../scripts/prepare.mjs'
import { progress } from './progress.mjs'

export const peers = join(import.meta.dirname, '..', 'peers')

/** A place in one of them. */
export function peerFolder(...path) {
  return join(peers, 'node_modules', ...path)
}

/** Installs the peers, unless they are there and no older than their lock. */
export function installPeers() {
  // npm writes the first of these last: it is missing when an installation was cut short.
  const installed = changedAt('node_modules/.package-lock.json')
  if (installed >= changedAt('package-lock.json')) return
  progress('Installing the peers …')
  // None of them needs its install script; json-server asks for a newer Node than it needs.
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  run('npm', args, { cwd: peers, stdio: ['ignore', process.stderr.fd, process.stderr.fd] })
}

function changedAt(path) {
  return statSync(join(peers, path), { throwIfNoEntry: false })?.mtimeMs ?? 0
}
