// Resolves the path of the files of a run.
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Returns the absolute path. A relative path starts at the root of the project. */
export function fromRoot(from: string | URL, root: string): string {
  return typeof from === 'string' ? resolve(root, from) : fileURLToPath(from)
}
