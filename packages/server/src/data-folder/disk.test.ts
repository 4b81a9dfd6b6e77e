import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { expect, onTestFinished, test, vi } from 'vitest'
import { folderAt, fresh } from '../test/data-folders.ts'
import { createDiskGuard } from './disk.ts'

const whole = Number.MAX_SAFE_INTEGER
const large = 8 * 1024 * 1024
const gone = { kind: 'unavailable', message: expect.stringMatching(/has been removed.*Restart/) }

async function folder(): Promise<string> {
  const path = await fresh()
  await writeFile(join(path, 'LOCK'), '')
  return path
}

/** A clock that stands still until it is moved. */
function stopClock(): (milliseconds: number) => void {
  let now = 1000
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
  onTestFinished(() => clock.mockRestore())
  return (milliseconds) => {
    now += milliseconds
  }
}

test('a disk with room takes writes', async () => {
  await createDiskGuard(folderAt(await folder()), 0)(1)
})

test.each<[number, number, RegExp]>([
  [
    whole,
    0,
    /^The disk .* has less free space than \d+ MiB, which FREE keeps free\. Free some, or lower FREE/,
  ],
  [
    0,
    whole,
    /^The disk .* has less free space than LevelDB needs to rewrite its files\. Free some space/,
  ],
])('a disk that is to have %i bytes left takes no write of %i', async (minFree, bytes, text) => {
  const admit = createDiskGuard(folderAt(await folder()), minFree)
  const message = expect.stringMatching(text)
  await expect(admit(bytes)).rejects.toMatchObject({ kind: 'full', message })
  await expect(admit(bytes)).rejects.toMatchObject({ kind: 'full', message })
})

test('what is owed to the reserve stays free as well, and is told', async () => {
  let owed = whole
  const path = await folder()
  const told = async (minFree: number) =>
    createDiskGuard(folderAt(path), minFree, () => owed)(1).catch((error) => error.message)
  expect(await told(0)).toMatch(
    /has less free space than LevelDB needs .*, and \d+ MiB to make reserve-for-a-full-disk again\./,
  )
  expect(await told(large)).toMatch(/ 8 MiB, which FREE keeps free, and \d+ MiB to make/)
  owed = 0
  expect(await told(0)).toBeUndefined()
})

test('a smaller write is taken after a larger one was refused', async () => {
  const admit = createDiskGuard(folderAt(await folder()), 0)
  await expect(admit(whole)).rejects.toMatchObject({ kind: 'full' })
  await admit(1)
})

test.each(['', 'LOCK'])('a folder that is removed takes none: ./%s', async (removed) => {
  const path = await folder()
  await rm(join(path, removed), { recursive: true })
  await expect(createDiskGuard(folderAt(path), 0)(0)).rejects.toMatchObject(gone)
})

test('a folder whose path leads through a file takes none', async () => {
  const path = await folder()
  const admit = createDiskGuard(folderAt(join(path, 'LOCK')), 0)
  const message = 'The disk does not answer.'
  await expect(admit(0)).rejects.toMatchObject({ kind: 'unavailable', message })
})

test('a response holds for 100 ms', async () => {
  const move = stopClock()
  const path = await folder()
  const admit = createDiskGuard(folderAt(path), 0)
  await admit(1)
  await rm(path, { recursive: true })
  move(99)
  await admit(1)
  move(1)
  await expect(admit(1)).rejects.toMatchObject(gone)
})

test('a response holds for 8 MiB', async () => {
  stopClock()
  const path = await folder()
  const admit = createDiskGuard(folderAt(path), 0)
  await admit(1)
  await rm(path, { recursive: true })
  await admit(large - 2)
  await expect(admit(1)).rejects.toMatchObject(gone)
})

test('a refusal does not hold', async () => {
  stopClock()
  const path = await folder()
  const admit = createDiskGuard(folderAt(path), 0)
  await rm(join(path, 'LOCK'))
  await expect(admit(1)).rejects.toMatchObject(gone)
  await writeFile(join(path, 'LOCK'), '')
  await admit(1)
})

test('a folder that is put in the place of ours takes none', async () => {
  const move = stopClock()
  const path = await folder()
  const admit = createDiskGuard(folderAt(path), 0)
  await admit(1)
  await rename(path, `${path}-before`)
  onTestFinished(() => rm(`${path}-before`, { recursive: true }))
  await rename(await folder(), path)
  move(100)
  await expect(admit(1)).rejects.toMatchObject(gone)
  await expect(admit(1)).rejects.toMatchObject(gone)
})
