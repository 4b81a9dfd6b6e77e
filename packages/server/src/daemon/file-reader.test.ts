import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { freshFolder } from '../test/daemon.ts'
import { createFileReader } from './file-reader.ts'

test('a file is read once, and again only if reading it failed', async () => {
  const { path, remove } = await freshFolder()
  onTestFinished(remove)
  const read = createFileReader(pathToFileURL(`${path}/`))
  await expect(read('a.js')).rejects.toThrow('ENOENT')
  await writeFile(join(path, 'a.js'), 'text')
  expect(String(await read('a.js'))).toBe('text')
  await rm(join(path, 'a.js'))
  expect(String(await read('a.js'))).toBe('text')
})
