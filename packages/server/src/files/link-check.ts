// Files that are links: the folder tells of no changes where they lead to.
import { stat } from 'node:fs/promises'
import { type MockPath, pathOf } from './mock-path.ts'

/** Resolves to the links of which the targets have changed since the call before. */
export function createLinkCheck(path: MockPath): () => Promise<readonly string[]> {
  const targets = new Map<string, string>()
  return async () => {
    const changed: string[] = []
    for (const file of await path.links().catch(() => [])) {
      const found = await stat(pathOf(path, file)).catch(() => undefined)
      const now = found ? `${found.ino} ${found.mtimeMs} ${found.size}` : ''
      const before = targets.get(file)
      targets.set(file, now)
      if (before !== undefined && before !== now) changed.push(file)
    }
    return changed
  }
}
