// Packs the packages, and installs them outside the workspace as a user does.
import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageManager, packages, pnpm, root, run } from './prepare.mjs'

/** The commands that install the packages of a project. */
const installers = {
  npm: ['npm', 'install', '--no-audit', '--no-fund', '--loglevel=error'],
  pnpm: ['npx', '--yes', packageManager, 'install', '--loglevel=error'],
  yarn: ['npx', '--yes', '-p', '@yarnpkg/cli-dist@4.18.1', '--', 'yarn', 'install'],
  bun: ['npx', '--yes', 'bun@1.4.5', 'install'],
}

/** The package managers that the packages are tested with. */
export const packageManagers = Object.keys(installers)

/** Packs the packages into the folder. Returns the path of each one's tarball. */
export function pack(folder, options = {}) {
  for (const name of packages) {
    const filter = `@mock-endpoint/${name}`
    pnpm(['--filter', filter, 'pack', '--pack-destination', folder], options)
  }
  return tarballsIn(folder)
}

/** Returns the path of each package's tarball in the folder. */
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
 * Installs with npm, as most users do, and only the tarballs and their dependencies.
 * @param {{ user: string, tarballs: Record<string, string>, names: string[],
 *   devDependencies?: Record<string, string>, stdio?: import('node:child_process').StdioOptions }} _
 */
export function installPacked({ user, tarballs, names, devDependencies = {}, stdio = 'inherit' }) {
  writeManifest(user, { dependencies: asDependencies(tarballs, names), devDependencies })
  install('npm', { cwd: user, stdio })
}

/**
 * Installs the library and the daemon in a new project with this package manager, and does the
 * first steps of a user.
 */
export function usePacked({ user, tarballs, manager }) {
  // The registry lacks these packages, and each manager has its own setting that overrides them.
  const own = asDependencies(tarballs, packages)
  const isYarn = manager === 'yarn'
  writeManifest(user, {
    // `level`, which the documentation of the library names for a store on disk.
    dependencies: { ...asDependencies(tarballs, ['core', 'server']), level: '^10.0.0' },
    ...(isYarn ? { resolutions: own } : { overrides: own, pnpm: { overrides: own } }),
  })
  if (isYarn) {
    // Yarn takes a folder with a lockfile as a project. With `CI` set, it would not change that.
    writeFileSync(join(user, 'yarn.lock'), '')
    const settings = ['nodeLinker: node-modules', 'enableImmutableInstalls: false']
    writeFileSync(join(user, '.yarnrc.yml'), settings.join('\n'))
  }
  install(manager, { cwd: user })

  cpSync(join(root, 'scripts', 'packed-user'), user, { recursive: true })
  run('node', ['use.mjs'], { cwd: user })
}

/**
 * Installs projects, each in a folder of `user`. With pnpm, each has only the packages it names.
 * All of them share `tools`.
 * @typedef {{ names: string[], devDependencies: Record<string, string> }} Project
 * @param {{ user: string, tarballs: Record<string, string>, projects: Record<string, Project>,
 *   tools: Record<string, string> }} _
 */
export function installStrictly({ user, tarballs, projects, tools }) {
  // The registry lacks these packages.
  const overrides = asDependencies(tarballs, packages)
  writeManifest(user, { devDependencies: tools, pnpm: { overrides } })
  writeFileSync(join(user, 'pnpm-workspace.yaml'), "packages: ['*']\n")
  for (const [name, { names, devDependencies }] of Object.entries(projects)) {
    const dependencies = asDependencies(tarballs, names)
    writeManifest(join(user, name), { name, dependencies, devDependencies })
  }
  pnpm(['install', '--config.hoist=false', '--loglevel=error'], { cwd: user })
}

function install(manager, options) {
  const [program, ...args] = installers[manager]
  run(program, args, options)
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
