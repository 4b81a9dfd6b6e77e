// Uses the built daemon, because only another process can hold the lock.
import { chmod, mkdir, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runDaemon, startDaemon } from '../test/daemon.ts'
import { filled, folderAt, fresh, namesIn } from '../test/data-folders.ts'
import { lockFolder } from './lock.ts'

test('a folder that a daemon has open is locked until the daemon stops', async () => {
  const path = await filled()
  const daemon = await startDaemon({ cwd: dirname(path), args: ['--data-dir', path] })
  onTestFinished(async () => void (await daemon.stop()))
  const before = await readdir(path)
  const message = `The data folder ${path} is in use by another process. Stop that one, or choose another folder with DIR.`
  await expect(lockFolder(folderAt(path))).rejects.toMatchObject({
    name: 'StoreError',
    kind: 'locked',
    message,
  })
  expect(await readdir(path)).toEqual(before)
  expect((await fetch(`${daemon.url}/endpoint/a`)).status).toBe(200)
  await daemon.stop()
  const unlock = await lockFolder(folderAt(path))
  await unlock?.()
  expect(unlock).toBeDefined()
})

test('a daemon does not open a locked folder', async () => {
  const path = await filled()
  const unlock = await lockFolder(folderAt(path))
  const args = ['--port', '0', '--data-dir', path]
  const ended = await runDaemon(args, { cwd: dirname(path) })
  await unlock?.()
  expect([ended.code, ended.stderr]).toEqual([4, expect.stringContaining('is in use')])
  expect(await namesIn(path)).toEqual(['a', 'b', 'c', 'd'])
})

test('unlocking removes all files of locks, even those of killed processes', async () => {
  const path = await filled()
  const before = await readdir(path)
  await mkdir(join(path, 'lock-killed'))
  const unlock = await lockFolder(folderAt(path))
  expect(await readdir(path)).toHaveLength(before.length + 2)
  await unlock?.()
  expect(await readdir(path)).toEqual(before)
})

test('a missing or read-only folder cannot be locked', async () => {
  const path = await fresh()
  expect(await lockFolder(folderAt(join(path, 'none')))).toBeUndefined()
  await chmod(path, 0o500)
  // Root may write to it anyway.
  const unlock = await lockFolder(folderAt(path))
  await unlock?.()
  expect(unlock === undefined || process.getuid?.() === 0).toBe(true)
})
