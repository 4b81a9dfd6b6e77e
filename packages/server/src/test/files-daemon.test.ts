// The built daemon on a folder of files, and its messages about them.
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommand } from './command.ts'
import { type Ended, freshFolder, runDaemon, startDaemon } from './daemon.ts'

let folder: Awaited<ReturnType<typeof freshFolder>>

beforeAll(async () => {
  folder = await freshFolder()
  await mkdir(join(folder.path, 'mocks'))
  await writeFile(join(folder.path, 'mocks', 'orders.json'), '[1.0]\n')
  await writeFile(join(folder.path, 'db.json'), '{"users":[2.0]}')
  await writeFile(join(folder.path, 'lines.jsonl'), '')
})
afterAll(() => folder.remove())

test.each([
  ['mocks/', 'orders', '[1.0]\n'],
  ['db.json', 'users', '[2.0]'],
])('%s is served without a data folder', async (path, name, text) => {
  const daemon = await startDaemon({ cwd: folder.path, args: [path] })
  try {
    expect(await (await fetch(`${daemon.url}/endpoint/${name}`)).text()).toBe(text)
    expect(daemon.events[0]).toMatchObject({ endpoints: 1, files: { from: path, watched: false } })
    expect(daemon.events[0]).not.toHaveProperty('dataDir')
  } finally {
    await daemon.stop()
  }
})

test('a fault in a file is printed with its place, shown by `status`, and reprinted on changes', async () => {
  const file = join(folder.path, 'mocks', 'broken.json')
  await writeFile(file, '{\n"a" 1}')
  const daemon = await startDaemon({ cwd: folder.path, args: ['mocks/', '--watch'] })
  try {
    expect(daemon.stderr()).toContain('mocks/broken.json:2:5: Expected a colon, found `1`.')
    const env = { MOCK_ENDPOINT_URL: daemon.url }
    const { stdout } = await runCommand(['status'], { cwd: folder.path, env })
    expect(stdout).toContain(
      'mocks/ has 1 fault:\n  broken.json:2:5: Expected a colon, found `1`.\n',
    )
    await writeFile(file, '[')
    await expect.poll(daemon.stderr).toContain('mocks/broken.json:1:2')
    await writeFile(file, '[]')
    const broken = async (): Promise<string> =>
      (await fetch(`${daemon.url}/endpoint/broken`)).text()
    await expect.poll(broken).toBe('[]')
    const health = await (await fetch(`${daemon.url}/api/health`)).json()
    expect(health.files).toMatchObject({ watched: true, saved: false, faulty: 0 })
  } finally {
    await daemon.stop()
    await rm(file)
  }
})

test('`list` shows the file of an endpoint, and whether the endpoint was changed since', async () => {
  const daemon = await startDaemon({ cwd: folder.path, args: ['db.json'] })
  try {
    const env = { MOCK_ENDPOINT_URL: daemon.url }
    const run = async (...args: readonly string[]): Promise<string> =>
      (await runCommand(args, { cwd: folder.path, env })).stdout
    expect(await run('list')).toBe('users 200 OK (db.json) [2.0]\n')
    await run('add', 'users', '[]')
    expect(await run('list')).toBe('users 200 OK (db.json, changed) []\n')
  } finally {
    await daemon.stop()
  }
})

test('rules from files are added although the control API needs a token', async () => {
  const rules = '{"rules":[{"endpoint":"orders","times":1,"response":{"statusCode":503}}]}'
  await writeFile(join(folder.path, 'mocks', 'mock-endpoint.json'), rules)
  const daemon = await startDaemon({ cwd: folder.path, args: ['mocks/', '--token', 'secret'] })
  try {
    expect((await fetch(`${daemon.url}/endpoint/orders`)).status).toBe(503)
  } finally {
    await daemon.stop()
    await rm(join(folder.path, 'mocks', 'mock-endpoint.json'))
  }
})

test.each([
  [['nowhere/'], 'nowhere/ does not exist.'],
  [['lines.jsonl'], 'mock-endpoint import lines.jsonl'],
  [['mocks/', '--data-dir', 'x'], 'Leave out --data-dir'],
  [['--watch'], '--watch needs files to serve: mock-endpoint mocks/ --watch.'],
  [['--write'], '--write needs files to serve'],
  [['mocks/', 'db.json'], 'one folder or one file can be served at a time'],
  [['mocks', 'db.json'], 'one folder or one file can be served at a time'],
  [['mock'], 'unknown command "mock"'],
])('the arguments %j are refused', async (args, message) => {
  const ended: Ended = await runDaemon([...args, '--port', '0'], { cwd: folder.path })
  expect(ended).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(message) })
})
