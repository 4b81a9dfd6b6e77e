// Files that do not change, each read when it is first asked for.
import { readFile } from 'node:fs/promises'

/** Reads the files of a folder and keeps what it has read. A read that failed is tried again. */
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
