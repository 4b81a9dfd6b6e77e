// What a test loads before it has a mock server.
import { expect, test } from 'vitest'
import { watchLoading } from '../../packages/server/src/test/loaded-files.ts'
import { loadedFiles } from './limits.ts'

const entry = new URL('../../packages/server/dist/index.js', import.meta.url).href

test('a mock server loads few files, and neither LevelDB nor Sentry', async () => {
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
  expect(files.length, files.join('\n')).toBeLessThanOrEqual(loadedFiles)
})
