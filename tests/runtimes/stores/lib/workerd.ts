// workerd with a Durable Object whose storage is in a folder.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundle } from '../../lib/bundle.ts'
import { runWorkerd } from '../../lib/workers.ts'
import type { Ask } from './ask.ts'

const file = fileURLToPath(new URL('../inside/durable-object.ts', import.meta.url))

const config = (storage: string): string => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .main),
    (name = "storage", disk = (path = "${storage}", writable = true)),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
const main :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "worker.js")],
  compatibilityDate = "2026-11-01",
  durableObjectNamespaces = [
    (className = "Stores", uniqueKey = "stores", enableSql = true),
    (className = "Plain", uniqueKey = "plain"),
  ],
  durableObjectStorage = (localDisk = "storage"),
  bindings = [
    (name = "objects", durableObjectNamespace = "Stores"),
    (name = "plain", durableObjectNamespace = "Plain"),
  ],
);
`

export interface Workerd {
  readonly ask: Ask
  /** Kills it, as in a crash. */
  kill(): Promise<void>
}

/** `folder` gets the program's files. By default, it also contains the storage. */
export async function startWorkerd(
  folder: string,
  storage: string = join(folder, 'storage'),
): Promise<Workerd> {
  await mkdir(storage, { recursive: true })
  const files = { script: await bundle(file), config: config(storage) }
  const { url, stop } = await runWorkerd(folder, files)
  return { ask: askAt(url), kill: stop }
}

function askAt(url: string): Ask {
  return async (...command) => {
    const response = await fetch(url, { method: 'POST', body: JSON.stringify(command) })
    if (!response.ok) throw new Error(`The object was reset: ${response.status}.`)
    const { result, error } = JSON.parse(await response.text())
    if (error !== undefined) throw new Error(error)
    return result
  }
}
