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

/** Stops the clock. Returns a function that moves it on. */
function stopClock(): (milliseconds: number) => void {
  let now = 1000
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
  onTestFinished(() => clock.mockRestore())
  return (milliseconds) => {
    now += milliseconds
  }
}

test('a write is admitted if the disk has room', async () => {
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
])('with %i bytes to keep free, a write of %i bytes is refused', async (minFree, bytes, text) => {
  const admit = createDiskGuard(folderAt(await folder()), minFree)
  const message = expect.stringMatching(text)
  await expect(admit(bytes)).rejects.toMatchObject({ kind: 'full', message })
  await expect(admit(bytes)).rejects.toMatchObject({ kind: 'full', message })
})

test('space that is owed to the reserve stays free too, and the message includes it', async () => {
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

test('a smaller write is admitted after a larger one was refused', async () => {
  const admit = createDiskGuard(folderAt(await folder()), 0)
  await expect(admit(whole)).rejects.toMatchObject({ kind: 'full' })
  await admit(1)
})

test.each(['', 'LOCK'])(
  'writes are refused after the data folder or its LOCK was removed: ./%s',
  async (removed) => {
    const path = await folder()
    await rm(join(path, removed), { recursive: true })
    await expect(createDiskGuard(folderAt(path), 0)(0)).rejects.toMatchObject(gone)
  },
)

test('writes are refused if the path of the data folder leads through a file', async () => {
  const path = await folder()
  const admit = createDiskGuard(folderAt(join(path, 'LOCK')), 0)
  const message = 'The disk does not answer.'
  await expect(admit(0)).rejects.toMatchObject({ kind: 'unavailable', message })
})

test('a positive result of the disk check is reused for 100 ms', async () => {
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

test('a positive result of the disk check is reused for 8 MiB of writes', async () => {
  stopClock()
  const path = await folder()
  const admit = createDiskGuard(folderAt(path), 0)
  await admit(1)
  await rm(path, { recursive: true })
  await admit(large - 2)
  await expect(admit(1)).rejects.toMatchObject(gone)
})

test('a refusal by the disk check is not reused', async () => {
  stopClock()
  const path = await folder()
  const admit = createDiskGuard(folderAt(path), 0)
  await rm(join(path, 'LOCK'))
  await expect(admit(1)).rejects.toMatchObject(gone)
  await writeFile(join(path, 'LOCK'), '')
  await admit(1)
})

test('writes are refused after another folder has replaced the data folder', async () => {
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
