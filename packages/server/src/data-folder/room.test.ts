import { truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filled, fresh } from '../test/data-folders.ts'
import { type Room, roomFor } from './room.ts'

const mebibyte = 1024 * 1024
let free = 0

function roomIn(path: string, bytes: number): Promise<Room> {
  return roomFor(path, bytes, async () => free)
}

/** A data folder with a table and a log of these sizes, in name only. */
async function withFiles(files: Readonly<Record<string, number>>): Promise<string> {
  const path = await fresh()
  for (const [name, size] of Object.entries(files)) {
    await writeFile(join(path, name), '')
    await truncate(join(path, name), size)
  }
  return path
}

test('a log needs room twice: for its table, and for that when it is merged', async () => {
  free = 20 * mebibyte
  const path = await withFiles({ '000001.log': 4 * mebibyte })
  expect(await roomIn(path, 0)).toEqual({ free, needed: 9 * mebibyte })
})

test('a table needs as much as it takes', async () => {
  free = 20 * mebibyte
  const path = await filled()
  const { needed } = await roomIn(path, 0)
  expect(needed).toBeGreaterThan(mebibyte)
  expect(needed).toBeLessThan(1.1 * mebibyte)
})

test('a table that is being made needs nothing more', async () => {
  free = 20 * mebibyte
  const files = { '000001.log': 4 * mebibyte, '000002.ldb': 3 * mebibyte }
  expect(await roomIn(await withFiles(files), 0)).toEqual({ free, needed: 6 * mebibyte })
})

test('no more than 64 MiB are needed, and nothing is looked at where there is more', async () => {
  const path = await withFiles({ '000001.log': 2 ** 40 })
  free = 64 * mebibyte + 9
  expect(await roomIn(path, 10)).toEqual({ free, needed: 64 * mebibyte })
  expect(await roomIn(join(path, 'none'), 9)).toEqual({ free, needed: 0 })
})
