// What a test loads before it has a mock server.
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { watchLoading } from '../../packages/server/src/test/loaded-files.ts'
import { loadedFiles } from './limits.ts'

const entry = new URL('../../packages/server/dist/index.js', import.meta.url).href
/** A name that only the code for data folders has. */
const ofDataFolders = 'clean-stop.json'

test('a mock server loads few files, and neither LevelDB, data folders nor Sentry', async () => {
  const { stdout, loaded } = await watchLoading(`
    const { createMockServer } = await import(${JSON.stringify(entry)})
    const mock = await createMockServer()
    await mock.add({ name: 'hello', data: 1 })
    await mock.fetch('/endpoint/hello')
    await mock.close()
    const { createRequire } = await import('node:module')
    console.log(Object.keys(createRequire(${JSON.stringify(entry)}).cache).join('\\n'))`)
  const files = [...loaded, ...stdout.split('\n').filter((file) => file !== '')]
  expect(files.filter((file) => /[\\/](level|classic-level|@sentry)[\\/]/.test(file))).toEqual([])
  expect(files.filter((file) => readFileSync(file, 'utf8').includes(ofDataFolders))).toEqual([])
  expect(files.length, files.join('\n')).toBeLessThanOrEqual(loadedFiles)
})

test('a server on a data folder loads LevelDB and the code for data folders', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mock-endpoint-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const { loaded } = await watchLoading(`
    const { startServer } = await import(${JSON.stringify(entry)})
    const server = await startServer({ dataDir: ${JSON.stringify(folder)}, port: 0 })
    await server.close()`)
  expect(loaded.filter((file) => /[\\/]classic-level[\\/]/.test(file))).not.toEqual([])
  expect(loaded.some((file) => readFileSync(file, 'utf8').includes(ofDataFolders))).toBe(true)
})
