// The packages as a user gets them: packed, and installed outside the workspace.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packages, pnpm, run } from './prepare.mjs'

/** Packs them into that folder. Returns the path of each one's tarball. */
export function pack(folder, options = {}) {
  for (const name of packages) {
    const filter = `@mock-endpoint/${name}`
    pnpm(['--filter', filter, 'pack', '--pack-destination', folder], options)
  }
  return tarballsIn(folder)
}

/** The path of each package's tarball in that folder. */
export function tarballsIn(folder) {
  const files = readdirSync(folder)
  return Object.fromEntries(
    packages.map((name) => {
      const file = files.find((candidate) => candidate.startsWith(`mock-endpoint-${name}-`))
      if (file === undefined) throw new Error(`No tarball of ${name} in ${files.join(', ')}`)
      return [name, join(folder, file)]
    }),
  )
}

/**
 * With npm, as most users have it, and with nothing but the tarballs and what they depend on.
 * @param {{ user: string, tarballs: Record<string, string>, names: string[],
 *   devDependencies?: Record<string, string>, stdio?: import('node:child_process').StdioOptions }} _
 */
export function installPacked({ user, tarballs, names, devDependencies = {}, stdio = 'inherit' }) {
  writeManifest(user, { dependencies: asDependencies(tarballs, names), devDependencies })
  run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: user, stdio })
}

/**
 * Each project is a folder of `user` and has nothing but what it names, which pnpm sees to; `tools`
 * are those of all of them.
 * @typedef {{ names: string[], devDependencies: Record<string, string> }} Project
 * @param {{ user: string, tarballs: Record<string, string>, projects: Record<string, Project>,
 *   tools: Record<string, string> }} _
 */
export function installStrictly({ user, tarballs, projects, tools }) {
  // The registry has none of what is packed here.
  const overrides = asDependencies(tarballs, packages)
  writeManifest(user, { devDependencies: tools, pnpm: { overrides } })
  writeFileSync(join(user, 'pnpm-workspace.yaml'), "packages: ['*']\n")
  for (const [name, { names, devDependencies }] of Object.entries(projects)) {
    const dependencies = asDependencies(tarballs, names)
    writeManifest(join(user, name), { name, dependencies, devDependencies })
  }
  pnpm(['install', '--config.hoist=false', '--loglevel=error'], { cwd: user })
}

function asDependencies(tarballs, names) {
  return Object.fromEntries(
    names.map((name) => [`@mock-endpoint/${name}`, `file:${tarballs[name]}`]),
  )
}

function writeManifest(user, members) {
  mkdirSync(user, { recursive: true })
  const manifest = { private: true, type: 'module', ...members }
  writeFileSync(join(user, 'package.json'), JSON.stringify(manifest))
}
