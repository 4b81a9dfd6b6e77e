// The packages as a user gets them: packed, examined, installed outside the workspace, run.
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packages, pnpm, root, run, tool } from './prepare.mjs'

const folder = mkdtempSync(join(tmpdir(), 'mock-endpoint-packed-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

const tarballs = pack()
for (const tarball of Object.values(tarballs)) {
  tool('publint', [tarball, '--strict'])
  tool('attw', [tarball, '--profile', 'esm-only', '--quiet'])
}
installAndUse(join(folder, 'user'))

/** The path of each package's tarball. */
function pack() {
  for (const name of packages) {
    pnpm('--filter', `@mock-endpoint/${name}`, 'pack', '--pack-destination', folder)
  }
  const files = readdirSync(folder)
  return Object.fromEntries(
    packages.map((name) => {
      const file = files.find((candidate) => candidate.startsWith(`mock-endpoint-${name}-`))
      if (file === undefined) throw new Error(`No tarball of ${name} in ${files.join(', ')}`)
      return [name, join(folder, file)]
    }),
  )
}

/** With npm, as most users have it, and with nothing but the tarballs and what they depend on. */
function installAndUse(user) {
  cpSync(join(root, 'scripts', 'packed-user'), user, { recursive: true })
  const dependencies = Object.fromEntries(
    ['core', 'server'].map((name) => [`@mock-endpoint/${name}`, `file:${tarballs[name]}`]),
  )
  const manifest = { private: true, type: 'module', dependencies }
  writeFileSync(join(user, 'package.json'), JSON.stringify(manifest))
  run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: user })
  run('node', ['use.mjs'], { cwd: user })
}
