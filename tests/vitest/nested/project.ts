// A user's project in a fresh folder, and the real programs run on it.
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test as base } from 'vitest'

/** The packages that are installed: the plugin, and what it and the tests need. */
const here = createRequire(import.meta.url)
const plugin = createRequire(here.resolve('@mock-endpoint/vitest-plugin/package.json'))
const installed = {
  '@mock-endpoint/vitest-plugin': folderOf('@mock-endpoint/vitest-plugin', here),
  '@mock-endpoint/core': folderOf('@mock-endpoint/core', plugin),
  '@types/node': folderOf('@types/node', here),
  typescript: folderOf('typescript', here),
  vitest: folderOf('vitest', plugin),
}

function folderOf(name: string, from: NodeJS.Require): string {
  return dirname(from.resolve(`${name}/package.json`))
}

/** The programs that can be run on a project. */
export const programs = {
  vitest: join(installed.vitest, 'vitest.mjs'),
  tsc: join(installed.typescript, 'bin', 'tsc'),
}

/** Returns an environment without the variables of the run that this test is part of. */
export function environment(): NodeJS.ProcessEnv {
  const own = /^(VITEST|TEST|NODE_ENV|DEV|PROD|MODE|SSR|BASE_URL|API_URL|MOCKS_URL|FORCE_COLOR)/
  const rest = Object.entries(process.env).filter(([name]) => !own.test(name))
  // For Vitest, the linked packages are installed ones, not sources of the project.
  const VITEST_MODULE_DIRECTORIES = dirname(installed['@mock-endpoint/vitest-plugin'])
  return { ...Object.fromEntries(rest), CI: '1', NO_COLOR: '1', VITEST_MODULE_DIRECTORIES }
}

/** Texts by path. A `package.json` of an ES module is added unless given. */
export type Files = Readonly<Record<string, string>>

/** Writes the files to a folder, together with the installed packages. */
export async function write(folder: string, files: Files): Promise<void> {
  for (const [name, target] of Object.entries(installed)) {
    const link = join(folder, 'node_modules', name)
    await mkdir(dirname(link), { recursive: true })
    await symlink(target, link, 'junction')
  }
  for (const [name, text] of Object.entries({ 'package.json': '{"type":"module"}', ...files })) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
}

export interface Outcome {
  readonly exitCode: number | string | null | undefined
  /** The text of both streams. */
  readonly output: string
}

/** Runs a program in a folder. It must end by itself before the timeout, in milliseconds. */
export function run(
  program: string,
  args: readonly string[],
  cwd: string,
  timeout = 100_000,
): Promise<Outcome> {
  const options = { cwd, env: environment(), timeout }
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], options, (error, out, err) => {
      resolve({ exitCode: error ? (error.code ?? error.signal) : 0, output: `${out}${err}` })
    })
  })
}

/** `test` with `project`, which writes files to a folder that is removed after the test. */
export const test = base
  .extend('project', ({ task }, { onCleanup }) => {
    const folders: string[] = []
    onCleanup(async () => {
      for (const folder of folders) await rm(folder, { recursive: true, maxRetries: 3 })
    })
    return async (files: Files): Promise<string> => {
      const folder = await mkdtemp(join(tmpdir(), `mock-endpoint-${task.id}-`))
      folders.push(folder)
      await write(folder, files)
      return folder
    }
  })
  .extend('vitest', ({ project }) => async (files: Files, args: readonly string[] = ['run']) => {
    return run(programs.vitest, args, await project(files))
  })

/** Returns a configuration with the plugin. Both arguments are source text. */
export function config(options = '', test = ''): string {
  return `
    import { mockEndpoint } from '@mock-endpoint/vitest-plugin/plugin'
    export default { plugins: [mockEndpoint(${options})], test: { ${test} } }
  `
}

/** Returns the URLs of the servers that a run printed, each once. */
export function serversIn(output: string): string[] {
  return [...new Set(output.match(/http:\/\/127\.0\.0\.1:\d+/g))]
}
