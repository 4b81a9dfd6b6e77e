// Installs and builds what has changed since the last time. Needs only Node and npm.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
// Older versions of Node cannot import `parseEnv` by name, but must get to `refuseOldNode`.
import util from 'node:util'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** The packages in the order in which they build on each other. */
export const packages = ['core', 'store-redis', 'server', 'vitest-plugin']

/** Whether programs need a shell to start, because those of npm are scripts on Windows. */
export const shell = process.platform === 'win32'

/** Quotes the path for the shell of Windows, which splits at spaces. */
export function command(program) {
  return shell ? `"${program}"` : program
}

const { packageManager, engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** The version of pnpm that the workspace names, for npx. */
export { packageManager }

/** Runs a program in the workspace. If it fails, prints `advice` and ends this process. */
export function run(program, args, { advice, ...options } = {}) {
  const { status, error } = spawnSync(command(program), args, {
    cwd: root,
    stdio: 'inherit',
    shell,
    ...options,
  })
  if (error) throw error
  if (status === 0) return
  if (advice) say(advice)
  process.exit(status ?? 1)
}

/** Runs pnpm in the version that the workspace names. npx fetches it if needed. */
export function pnpm(args, options) {
  run('npx', ['--yes', packageManager, ...args], options)
}

/** Runs a tool of the workspace. */
export function tool(name, args, options) {
  run(join(root, 'node_modules', '.bin', name), args, options)
}

/** Installs, and builds these packages, unless that is already done. */
export function prepare(wanted = packages) {
  refuseOldNode()
  const manifestsAndLock = ['pnpm-lock.yaml', 'pnpm-workspace.yaml', ...manifests()]
  once({ name: 'install', output: 'node_modules/.pnpm', inputs: manifestsAndLock }, () => {
    say('Installing …')
    pnpm(['install', '--frozen-lockfile', '--loglevel=warn'], { advice: howToInstall() })
  })
  for (const name of wanted) {
    const folder = join('packages', name)
    // The plugin bundles the server of a mock from the sources of the daemon.
    const bundled = name === 'vitest-plugin' ? sources(join('packages', 'server')) : []
    const inputs = ['pnpm-lock.yaml', 'tsconfig.base.json', ...sources(folder), ...bundled]
    const output = join(folder, 'dist')
    const more = name === 'server' ? reportingDsns() : ''
    once({ name: `build-${name}`, output, inputs, more }, () => {
      say(`Building ${folder} …`)
      tool('tsup', ['--silent'], { cwd: join(root, folder) })
      if (name === 'server') buildWeb(join(root, folder))
    })
  }
}

/** If this Node is too old, prints the version that is needed and ends this process. */
function refuseOldNode() {
  const [, needed] = /(\d+\.\d+)/.exec(engines.node)
  const [major, minor] = needed.split('.').map(Number)
  const [ownMajor, ownMinor] = process.versions.node.split('.').map(Number)
  if (ownMajor > major || (ownMajor === major && ownMinor >= minor)) return
  say(`mock-endpoint needs Node ${needed} or later, and this is Node ${process.versions.node}.`)
  say('Install a newer one from https://nodejs.org, then run this again.')
  process.exit(1)
}

function howToInstall() {
  // npm passes its registry to scripts in this variable.
  const registry = process.env.npm_config_registry ?? 'https://registry.npmjs.org/'
  return `
Installing failed; the lines above say why.
pnpm and the packages come from ${registry}, so the first run needs a network.
Behind a proxy, set HTTPS_PROXY. For another registry: npm config set registry <url>
Later runs need no network until a package changes.`
}

function buildWeb(folder) {
  const vite = join(folder, 'node_modules', '.bin', 'vite')
  run(vite, ['build', '--logLevel', 'warn', 'web'], { cwd: folder })
}

/** Does the work, unless its output exists and was made from the same inputs. */
function once({ name, output, inputs, more = '' }, work) {
  const hash = createHash('sha256').update(more)
  for (const path of inputs) hash.update(path).update(readFileSync(join(root, path)))
  const digest = hash.digest('hex')
  const stamp = join(root, 'node_modules', '.cache', 'mock-endpoint', name)
  const isDone = existsSync(join(root, output)) && existsSync(stamp)
  if (isDone && readFileSync(stamp, 'utf8') === digest) return
  work()
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, digest)
}

function manifests() {
  const folders = ['packages', 'examples', 'tests'].flatMap((folder) => children(folder))
  const paths = ['', 'benchmarks', ...folders].map((folder) => join(folder, 'package.json'))
  return paths.filter((path) => existsSync(join(root, path)))
}

function children(folder) {
  return readdirSync(join(root, folder)).map((name) => join(folder, name))
}

/** Returns the files that a build of the package reads, which are all except its tests. */
function sources(folder) {
  const parts = ['src', 'web'].filter((part) => existsSync(join(root, folder, part)))
  const files = parts.flatMap((part) =>
    readdirSync(join(root, folder, part), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name))),
  )
  const isTest = /\.test\.ts$|[\\/]test[\\/]/
  const own = ['package.json', 'tsup.config.ts'].map((file) => join(folder, file))
  return [...own, ...files.filter((file) => !isTest.test(file)).sort()]
}

/** Returns the variables that apply during a build. */
function reportingDsns() {
  const path = join(root, '.env')
  const file = existsSync(path) ? util.parseEnv(readFileSync(path, 'utf8')) : {}
  const names = ['SERVER_REPORTING_DSN', 'CLIENT_REPORTING_DSN']
  return JSON.stringify(names.map((name) => process.env[name] ?? file[name] ?? ''))
}

function say(text) {
  process.stderr.write(`${text}\n`)
}
