// Services in workerd, the runtime of Cloudflare Workers, with nothing in front of it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { ServiceOptions } from '../../../packages/core/src/test/contract/contract-service.ts'
import { overSocket } from '../../../packages/core/src/test/send.ts'
import {
  type SharedServices,
  shareServices,
} from '../../../packages/core/src/test/shared-services.ts'
import { bundle, hostFile, temporaryFolder } from './bundle.ts'
import type { Difference } from './describe-runtime.ts'
import { kill } from './programs.ts'
import { workerd } from './runtimes.ts'

/** Returns services in workerd whose script is the host with this name. */
export function inWorkerd(host: 'worker' | 'durable-object'): SharedServices {
  return shareServices(async (options) => {
    const isDurable = host === 'durable-object'
    const { url, stop } = await startWorkerd({ file: hostFile(host), options, isDurable })
    return { send: overSocket(url), stop }
  })
}

interface WorkerdOptions {
  /** The file of the script, which is bundled. */
  readonly file: string
  /** The value of `OPTIONS` in the script. */
  readonly options?: ServiceOptions
  /** Whether it has a class `Mocks` of Durable Objects, with the binding `MOCKS`. */
  readonly isDurable: boolean
}

/** Starts workerd with one script. */
export async function startWorkerd({
  file,
  options = {},
  isDurable,
}: WorkerdOptions): Promise<{ url: string; stop: () => Promise<void> }> {
  const folder = await temporaryFolder()
  await mkdir(join(folder.path, 'data'))
  const config = configure(JSON.stringify(options), isDurable)
  const { url, stop } = await runWorkerd(folder.path, { script: await bundle(file), config })
  return { url, stop: () => stop().finally(folder.remove) }
}

interface WorkerdFiles {
  /** The script that the configuration embeds as `worker.js`. */
  readonly script: string
  /** The configuration, with a socket on port 0. */
  readonly config: string
}

/** Writes the files into the folder, and runs workerd there. `stop` kills it, as in a crash. */
export async function runWorkerd(
  folder: string,
  { script, config }: WorkerdFiles,
): Promise<{ url: string; stop: () => Promise<void> }> {
  await writeFile(join(folder, 'worker.js'), script)
  await writeFile(join(folder, 'workerd.capnp'), config)
  const child = spawn(workerd, ['serve', 'workerd.capnp', '--control-fd=3'], {
    cwd: folder,
    // It prints each error that a case provokes.
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  })
  let told = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    told = `${told}${chunk}`.slice(-2000)
  })
  const events = createInterface(child.stdio[3] as Readable)
  const line = await Promise.race([
    once(events, 'line').then(([line]) => String(line)),
    once(child, 'exit').then(([code]) =>
      Promise.reject(new Error(`It ended with ${code}: ${told}`)),
    ),
  ])
  const { port } = JSON.parse(line) as { port: number }
  return { url: `http://127.0.0.1:${port}`, stop: () => kill(child) }
}

function configure(options: string, isDurable: boolean): string {
  const storage = `
  durableObjectNamespaces = [(className = "Mocks", uniqueKey = "mocks", enableSql = true)],
  durableObjectStorage = (localDisk = "disk"),`
  const binding = '(name = "MOCKS", durableObjectNamespace = "Mocks"),'
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .main),
    (name = "disk", disk = (path = "data", writable = true)),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
const main :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed "worker.js")],
  compatibilityDate = "2026-11-01",
  bindings = [(name = "OPTIONS", text = ${JSON.stringify(options)}), ${isDurable ? binding : ''}],
  ${isDurable ? storage : ''}
);
`
}

/** For headers as Workers get them. */
export const headersOfWorkers: Difference = {
  cases: /guard > Host ("löcalhost" .* malformed-host|"localhost:16540" with Origin "":)/,
  why: 'An empty Origin counts as none, and a Host that is not ASCII is refused by the runtime.',
}

/** Workers notice that a client has closed its connection only when they write to it. */
export const clientsLeaveUnseen: Difference = {
  cases:
    /journal > a (GET|POST) whose client hangs up|responses > are missing when the client left|event streams > (make room|are none for a HEAD)/,
  why: 'A client that closes its connection before the response is not noticed.',
}
