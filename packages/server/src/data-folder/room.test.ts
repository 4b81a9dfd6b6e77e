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

/** Makes a data folder with sparse files of these sizes, which take no disk space. */
async function withFiles(files: Readonly<Record<string, number>>): Promise<string> {
  const path = await fresh()
  for (const [name, size] of Object.entries(files)) {
    await writeFile(join(path, name), '')
    await truncate(join(path, name), size)
  }
  return path
}

test('a log needs its size twice: for its table, and for the merge of that table', async () => {
  free = 20 * mebibyte
  const path = await withFiles({ '000001.log': 4 * mebibyte })
  expect(await roomIn(path, 0)).toEqual({ free, needed: 9 * mebibyte })
})

test('a table needs as much room as it takes', async () => {
  free = 20 * mebibyte
  const path = await filled()
  const { needed } = await roomIn(path, 0)
  expect(needed).toBeGreaterThan(mebibyte)
  expect(needed).toBeLessThan(1.1 * mebibyte)
})

test('a table that is being made is deducted from the needed room', async () => {
  free = 20 * mebibyte
  const files = { '000001.log': 4 * mebibyte, '000002.ldb': 3 * mebibyte }
  expect(await roomIn(await withFiles(files), 0)).toEqual({ free, needed: 6 * mebibyte })
})

test('at most 64 MiB are needed, and the folder is not read if more is free', async () => {
  const path = await withFiles({ '000001.log': 2 ** 40 })
  free = 64 * mebibyte + 9
  expect(await roomIn(path, 10)).toEqual({ free, needed: 64 * mebibyte })
  expect(await roomIn(join(path, 'none'), 9)).toEqual({ free, needed: 0 })
})
