// Against the built daemon: only another process can hold the lock.
import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { runDaemon, startDaemon } from '../../test/daemon.ts'
import { filled, fresh, namesIn } from '../../test/data-folders.ts'
import { lockFolder } from './lock.ts'

/** Where the empty databases are made. */
async function scratch(): Promise<string> {
  const path = await fresh()
  vi.stubEnv('TMPDIR', path)
  onTestFinished(() => void vi.unstubAllEnvs())
  return path
}

test('a folder that a daemon has is locked until it stops', async () => {
  const path = await filled()
  const temporary = await scratch()
  const daemon = await startDaemon({ cwd: dirname(path), args: ['--data-dir', path] })
  onTestFinished(async () => void (await daemon.stop()))
  const message = `The data folder ${path} is in use by another process. Stop that one, or choose another folder with --data-dir.`
  await expect(lockFolder(path)).rejects.toMatchObject({ name: 'ExitError', code: 4, message })
  expect(await readdir(temporary)).toEqual([])
  expect((await fetch(`${daemon.url}/endpoint/a`)).status).toBe(200)
  await daemon.stop()
  const unlock = await lockFolder(path)
  await unlock()
})

test('a folder that is locked is not opened by a daemon', async () => {
  const path = await filled()
  const unlock = await lockFolder(path)
  const args = ['--port', '0', '--data-dir', path]
  const ended = await runDaemon(args, { cwd: dirname(path) })
  await unlock()
  expect([ended.code, ended.stderr]).toEqual([4, expect.stringContaining('is in use')])
  expect(await namesIn(path)).toEqual(['a', 'b', 'c', 'd'])
})

test('locking leaves nothing behind, and the data alone', async () => {
  const path = await filled()
  const temporary = await scratch()
  const before = await readdir(path)
  const unlock = await lockFolder(path)
  expect(await readdir(temporary)).toHaveLength(1)
  await unlock()
  expect(await readdir(temporary)).toEqual([])
  expect(await readdir(path)).toEqual(before)
})

test('a folder that is not there cannot be locked', async () => {
  const temporary = await scratch()
  await expect(lockFolder(join(temporary, 'none'))).rejects.toThrow()
  expect(await readdir(temporary)).toEqual([])
})
