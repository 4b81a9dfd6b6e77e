// Where the files of a run are.
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A path is relative to the root of the project. */
export function fromRoot(from: string | URL, root: string): string {
  return typeof from === 'string' ? resolve(root, from) : fileURLToPath(from)
}
