// `import har`, `import openapi` and the import of a folder, into a daemon.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { runCommand } from './command.ts'
import { type Ended, empty, freshFolder, startDaemonInMemory } from './daemon.ts'

let daemon: Awaited<ReturnType<typeof startDaemonInMemory>>
let folder: Awaited<ReturnType<typeof freshFolder>>

beforeAll(async () => {
  daemon = await startDaemonInMemory()
  folder = await freshFolder()
})
afterAll(async () => {
  await daemon.stop()
  await folder.remove()
})
beforeEach(() => empty(daemon.url))

function run(...args: readonly string[]): Promise<Ended> {
  return runCommand(args, { cwd: folder.path, env: { MOCK_ENDPOINT_URL: daemon.url } })
}

async function ask(path: string): Promise<string> {
  const response = await fetch(`${daemon.url}/endpoint/${path}`)
  return `${response.status} ${await response.text()}`
}

function documentAt(name: string): string {
  return fileURLToPath(new URL(`../convert/test/${name}`, import.meta.url))
}

test('`import openapi` serves the examples of a document, and reports responses without one', async () => {
  const { code, stdout, stderr } = await run('import', 'openapi', documentAt('library.yaml'))
  const url = `${daemon.url}/endpoint/town-library-loans-books`
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: `Imported 7 rules. Base URLs for clients:\n${url}\n`,
  })
  expect(stderr).toContain('GET /members 200: there is no example of application/json.')
  expect(await ask('town-library-loans-books/books/newest')).toMatch(/^200 \{/)
})

test('`import har` serves the recorded responses under the given name', async () => {
  const { code, stdout } = await run(
    'import',
    'har',
    documentAt('shop.har'),
    '--name',
    'shop',
    '--json',
  )
  expect(code).toBe(0)
  const { rules, urls, left } = JSON.parse(stdout)
  expect({ rules, urls }).toEqual({ rules: 13, urls: [`${daemon.url}/endpoint/shop`] })
  expect(left).toContainEqual(expect.stringContaining('has no response'))
  expect(await ask('shop/v1/orders?page=2')).toMatch(/^200 /)
})

test.each([
  ['har', 'broken.json', '{"log":\n', /broken\.json:2:1: expected a value/],
  ['openapi', 'broken.yaml', 'a: [1\n', /broken\.yaml:\d+:\d+: /],
  [
    'openapi',
    'empty.json',
    '{"openapi":"3.1.0","info":{"title":"x"},"paths":{}}',
    /no examples or recorded responses/,
  ],
  ['har', 'list.json', '[]', /list\.json/],
])('import %s of %s is refused', async (kind, file, text, message) => {
  await writeFile(join(folder.path, file), text)
  const ended = await run('import', kind, file)
  expect(ended).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(message) })
})

test('a folder is imported as it would be served', async () => {
  const mocks = join(folder.path, 'mocks')
  await mkdir(mocks)
  await writeFile(join(mocks, 'orders.json'), '[1.0]\n')
  const rule = '{"endpoint":"orders","when":{"method":"POST"},"response":{"statusCode":202}}'
  const settings = `{"endpoints":[{"name":"orders","statusCode":201}],"rules":[${rule}]}`
  await writeFile(join(mocks, 'mock-endpoint.json'), settings)
  expect(await run('import', 'mocks')).toMatchObject({
    code: 0,
    stdout: 'Imported 1 endpoint and 1 rule.\n',
  })
  expect(await ask('orders')).toBe('201 [1.0]')
  await writeFile(join(mocks, 'broken.json'), '[')
  expect(await run('import', 'mocks')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('broken.json:1:2: Expected a value'),
  })
})

test('a file with several endpoints is imported as it would be served', async () => {
  await writeFile(join(folder.path, 'db.json'), '{ "users": [1.0],\n "posts": {} }')
  expect(await run('import', 'db.json')).toMatchObject({
    code: 0,
    stdout: 'Imported 2 endpoints and 0 rules.\n',
  })
  expect(await ask('users')).toBe('200 [1.0]')
})
