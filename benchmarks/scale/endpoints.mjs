// The endpoints that are stored, and how they get onto the disk.
import { createHash } from 'node:crypto'
import { openLevelStore } from '@mock-endpoint/core/level'

const batch = 10_000

export function nameOf(i) {
  return `endpoint-${i}`
}

/** 40 to 140 characters that hardly compress, as pages of the data files count in the memory. */
export function dataOf(i) {
  const text = createHash('sha256').update(String(i)).digest('hex').repeat(2)
  return `{"id":${i},"text":"${text.slice(0, 20 + (i % 100))}"}`
}

/** Stores so many of them in a folder. */
export async function fill(folder, total, onStored) {
  const store = await openLevelStore(folder)
  for (let start = 0; start < total; start += batch) {
    const length = Math.min(batch, total - start)
    const writes = Array.from({ length }, (_, i) => start + i).map((i) =>
      store.put({ name: nameOf(i), data: dataOf(i), statusCode: 200, delay: 0 }),
    )
    await Promise.all(writes)
    onStored(start + length)
  }
  await store.close()
}
