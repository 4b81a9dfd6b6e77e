// Installs and builds what has changed since the last time, with nothing but Node and npm at hand.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** The packages in the order in which they build on each other. */
export const packages = ['core', 'server', 'vitest-plugin']

const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** Runs a program in the workspace and ends this one when it fails. */
export function run(program, args, options = {}) {
  const shell = process.platform === 'win32'
  const { status, error } = spawnSync(program, args, {
    cwd: root,
    stdio: 'inherit',
    shell,
    ...options,
  })
  if (error) throw error
  if (status !== 0) process.exit(status ?? 1)
}

/** Runs pnpm in the version that the workspace names; npx fetches it if need be. */
export function pnpm(...args) {
  run('npx', ['--yes', packageManager, ...args])
}

/** Runs a tool of the workspace. */
export function tool(name, args, options) {
  run(join(root, 'node_modules', '.bin', name), args, options)
}

export function prepare() {
  once('install', ['pnpm-lock.yaml', 'pnpm-workspace.yaml', ...manifests()], '', () => {
    say('Installing …')
    pnpm('install', '--frozen-lockfile', '--loglevel=warn')
  })
  for (const name of packages) {
    const folder = join('packages', name)
    const output = join(root, folder, 'dist')
    const upTo = packages.slice(0, packages.indexOf(name) + 1)
    const inputs = ['pnpm-lock.yaml', 'tsconfig.base.json', ...upTo.flatMap(sources)]
    const stamp = existsSync(output) ? reportingDsns() : `${Math.random()}`
    once(`build-${name}`, inputs, stamp, () => {
      say(`Building ${folder} …`)
      tool('tsup', ['--silent'], { cwd: join(root, folder) })
    })
  }
}

/** Does the work unless it was done with the same inputs. */
function once(name, inputs, more, work) {
  const hash = createHash('sha256').update(more)
  for (const path of inputs) hash.update(path).update(readFileSync(join(root, path)))
  const digest = hash.digest('hex')
  const stamp = join(root, 'node_modules', '.cache', 'mock-endpoint', name)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return
  work()
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, digest)
}

function manifests() {
  const folders = ['packages', 'examples'].flatMap((folder) => children(folder))
  const paths = ['', 'benchmarks', ...folders].map((folder) => join(folder, 'package.json'))
  return paths.filter((path) => existsSync(join(root, path)))
}

function children(folder) {
  return readdirSync(join(root, folder)).map((name) => join(folder, name))
}

/** What a build of the package reads, tests left out. */
function sources(name) {
  const folder = join('packages', name)
  const roots = ['src', 'web'].map((part) => join(folder, part))
  const files = roots
    .filter((part) => existsSync(join(root, part)))
    .flatMap((part) =>
      readdirSync(join(root, part), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !/\.test\.ts$/.test(entry.name))
        .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1)),
    )
  return [...files, join(folder, 'package.json'), join(folder, 'tsup.config.ts')]
}

/** The variables that apply at the build. */
function reportingDsns() {
  const path = join(root, '.env')
  const file = existsSync(path) ? parseEnv(readFileSync(path, 'utf8')) : {}
  const names = ['SERVER_REPORTING_DSN', 'CLIENT_REPORTING_DSN']
  return JSON.stringify(names.map((name) => process.env[name] ?? file[name] ?? ''))
}

function say(text) {
  process.stderr.write(`${text}\n`)
}
