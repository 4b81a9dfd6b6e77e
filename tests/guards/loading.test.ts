// The files that a test loads to have a mock server.
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { watchLoading } from '../../packages/server/src/test/loaded-files.ts'
import { loadedFiles } from './limits.ts'

const entry = new URL('../../packages/server/dist/index.js', import.meta.url).href
/** A string that only the code for data folders contains. */
const ofDataFolders = 'clean-stop.json'

/** Resolves to the files that the program loads, by import or by require. */
async function loadedBy(program: string): Promise<string[]> {
  const { stdout, loaded } = await watchLoading(`
    ${program}
    const { createRequire } = await import('node:module')
    console.log(Object.keys(createRequire(${JSON.stringify(entry)}).cache).join('\\n'))`)
  return [...loaded, ...stdout.split('\n').filter((file) => file !== '')]
}

const ofLevel = (file: string) => /[\\/](level|classic-level)[\\/]/.test(file)
const ofFolders = (file: string) => readFileSync(file, 'utf8').includes(ofDataFolders)

test('a mock server loads few files, and no code for LevelDB, data folders or Sentry', async () => {
  const files = await loadedBy(`
    const { createMockServer } = await import(${JSON.stringify(entry)})
    const mock = await createMockServer()
    await mock.add({ name: 'hello', data: 1 })
    await mock.fetch('/endpoint/hello')
    await mock.close()`)
  expect(files.filter((file) => /[\\/]@sentry[\\/]/.test(file))).toEqual([])
  expect(files.filter(ofLevel)).toEqual([])
  expect(files.filter(ofFolders)).toEqual([])
  expect(files.length, files.join('\n')).toBeLessThanOrEqual(loadedFiles)
})

test('a server with a data folder is seen to load the code for LevelDB and data folders', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mock-endpoint-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const files = await loadedBy(`
    const { startServer } = await import(${JSON.stringify(entry)})
    const server = await startServer({ dataDir: ${JSON.stringify(folder)}, port: 0 })
    await server.close()`)
  expect(files.filter(ofLevel)).not.toEqual([])
  expect(files.filter(ofFolders)).toHaveLength(1)
})
