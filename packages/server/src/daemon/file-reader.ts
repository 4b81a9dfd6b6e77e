// Reads files that do not change, each when it is first needed.
import { readFile } from 'node:fs/promises'

/** Returns a function that reads files of a folder, with a cache. A failed read is tried again. */
export function createFileReader(folder: URL): (file: string) => Promise<Uint8Array<ArrayBuffer>> {
  const contents = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()
  return (file) => {
    const kept = contents.get(file)
    if (kept) return kept
    const content = readFile(new URL(file, folder))
    contents.set(file, content)
    content.catch(() => contents.delete(file))
    return content
  }
}
