// Builds and runs the image of the Dockerfile without Docker. Its last stage is an empty root with
// Node and the app, which bubblewrap runs as the user `node` without a network.
import { execFile, execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '..', '..')
const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8')
/** The user `node` of the base image. */
const uid = 1000

export interface Container {
  /** The arguments after the image's name in `docker run`. */
  readonly args?: readonly string[]
  /** The environment variables that `-e` sets. */
  readonly env?: Readonly<Record<string, string>>
}

export interface Ran {
  readonly code: number
  readonly stderr: string
  /** The response of `/endpoint/kept` before it was added. Absent if the daemon did not start. */
  readonly before?: string
  /** The status of the response to adding it. */
  readonly added?: number
  readonly user?: number
  /** The folders of the image that its user can write to. */
  readonly writable?: readonly string[]
}

/** Builds the image, and returns its root folder. */
export function build(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mock-endpoint-image-'))
  chmodSync(folder, 0o755)
  const [script, app] = wordsOf(/^RUN node (\S+) (\/\S+)$/m)
  execFileSync('node', [join(root, script), join(folder, app)], { stdio: 'ignore' })
  const [data] = wordsOf(/^RUN mkdir (\/\S+) && chown node:node \1$/m)
  mkdirSync(join(folder, data))
  chownSync(join(folder, data), uid, uid)
  put(folder, process.execPath, '/usr/local/bin/node')
  for (const library of librariesOf(process.execPath)) put(folder, library, library)
  put(folder, join(import.meta.dirname, 'in-the-container.mjs'), '/in-the-container.mjs')
  // Docker itself writes this file.
  mkdirSync(join(folder, 'etc'))
  writeFileSync(join(folder, 'etc', 'hosts'), '127.0.0.1 localhost\n::1 localhost\n')
  for (const name of ['proc', 'dev', 'tmp']) mkdirSync(join(folder, name))
  return folder
}

/** Runs the image in that folder as `docker run` does. The data in its volume stays there. */
export async function runContainer(folder: string, container: Container): Promise<Ran> {
  const { args = [], env = {} } = container
  const entrypoint = JSON.parse(argumentOf('ENTRYPOINT'))
  const health = JSON.parse(argumentOf('HEALTHCHECK').replace(/^.* CMD /, ''))
  const given = [...argumentOf('ENV').matchAll(/(\w+)=(\S+)/g)]
  const { stdout } = await promisify(execFile)('setpriv', [
    ...[`--reuid=${uid}`, `--regid=${uid}`, '--clear-groups'],
    ...['bwrap', '--unshare-all', '--die-with-parent', '--clearenv'],
    ...[
      '--bind',
      folder,
      '/',
      '--proc',
      '/proc',
      '--dev',
      '/dev',
      '--chdir',
      argumentOf('WORKDIR'),
    ],
    ...['--setenv', 'PATH', '/usr/local/bin'],
    ...given.flatMap(([, name = '', value = '']) => ['--setenv', name, value]),
    ...['node', '/in-the-container.mjs', JSON.stringify({ entrypoint, health, args, env })],
  ])
  return JSON.parse(stdout)
}

/** Returns the argument of the last such instruction, which is the one of the final image. */
function argumentOf(keyword: string): string {
  const found = [...dockerfile.matchAll(new RegExp(`^${keyword} (.*)$`, 'gm'))].at(-1)
  if (!found?.[1]) throw new Error(`The Dockerfile has no ${keyword}.`)
  return found[1]
}

function wordsOf(pattern: RegExp): [string, string] {
  const [, first, second = ''] = pattern.exec(dockerfile) ?? []
  if (first === undefined) throw new Error(`The Dockerfile has no line ${pattern}.`)
  return [first, second]
}

function librariesOf(program: string): string[] {
  const list = execFileSync('ldd', [program], { encoding: 'utf8' })
  return [...list.matchAll(/(\/\S+) \(0x/g)].map(([, path = '']) => path)
}

function put(folder: string, file: string, path: string): void {
  mkdirSync(join(folder, dirname(path)), { recursive: true })
  cpSync(file, join(folder, path), { dereference: true })
}
