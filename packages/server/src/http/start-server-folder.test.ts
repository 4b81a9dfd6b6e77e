// `startServer` protects a data folder as the daemon does.
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { StoreError } from '@mock-endpoint/core'
import { expect, onTestFinished, test } from 'vitest'
import { cut, damage, fresh } from '../test/data-folders.ts'
import { type RunningServer, type ServerOptions, startServer } from './start-server.ts'

async function start(dataDir: string, options: ServerOptions = {}): Promise<RunningServer> {
  const server = await startServer({ dataDir, minFree: 0, port: 0, grace: 0, ...options })
  onTestFinished(server.close)
  return server
}

async function add({ app }: RunningServer, name: string): Promise<Response> {
  const body = JSON.stringify({ name, data: name })
  return app.request('/api/endpoint/add', { method: 'PUT', body })
}

/** A folder in which a server has stored 50 endpoints, all of them in the log. */
async function filled(): Promise<string> {
  const path = join(await fresh(), 'data')
  const server = await start(path)
  for (let i = 0; i < 50; i++) expect((await add(server, `${i}`)).status).toBe(200)
  await server.close()
  return path
}

async function refusal(starting: Promise<unknown>): Promise<StoreError> {
  const error = await starting.catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(StoreError)
  return error as StoreError
}

async function count({ app }: RunningServer): Promise<unknown> {
  const health = await app.request('/api/health')
  return ((await health.json()) as { endpoints: number }).endpoints
}

test('a clean stop leaves a seal, and the next start has all endpoints again', async () => {
  const path = await filled()
  expect(await readdir(path)).toEqual(expect.arrayContaining(['clean-stop.json', '.gitignore']))
  expect((await stat(path)).mode & 0o777).toBe(0o700)
  const server = await start(path)
  expect(await readdir(path)).not.toContain('clean-stop.json')
  expect(await count(server)).toBe(50)
})

test('a log with a flipped byte is refused as corrupt with advice, and stays unchanged', async () => {
  const path = await filled()
  const log = await damage(path, '.log', 100)
  const before = await readFile(join(path, log))
  const { kind, message } = await refusal(start(path))
  expect(kind).toBe('corrupt')
  expect(message).toBe(
    `The data folder ${path} is damaged: ${log} has a wrong checksum at byte 48. Run \`npx mock-endpoint repair\`, which saves the readable part and keeps the old files, or choose another folder with \`dataDir\`.`,
  )
  expect(await readFile(join(path, log))).toEqual(before)
})

test('a log that was cut after a clean stop is refused as corrupt', async () => {
  const path = await filled()
  const log = await cut(path, '.log', 200)
  const { kind, message } = await refusal(start(path))
  expect([kind, message]).toEqual(['corrupt', expect.stringContaining(`damaged: ${log} `)])
})

test('a folder that another server has open is locked until that server closes', async () => {
  const path = await filled()
  const first = await start(path)
  const { kind, message } = await refusal(start(path))
  expect([kind, message]).toEqual(['locked', expect.stringContaining('in use by this process')])
  await first.close()
  expect(await count(await start(path))).toBe(50)
})

test('a server that cannot listen releases its data folder', async () => {
  const path = await filled()
  const { port } = await start(await fresh(), { hosts: ['127.0.0.1'] })
  const starting = start(path, { port, hosts: ['127.0.0.1'] })
  await expect(starting).rejects.toMatchObject({ code: 'EADDRINUSE' })
  expect(await count(await start(path))).toBe(50)
})

test('a folder that cannot be used is refused as unavailable', async () => {
  const path = await filled()
  await rm(join(path, 'LOCK'))
  await mkdir(join(path, 'LOCK'))
  const { kind, message } = await refusal(start(path))
  expect([kind, message]).toEqual(['unavailable', expect.stringContaining('cannot be used')])
  expect(message).toContain('Choose another with `dataDir`, or a memory store as `store`')
})

test('a write that would leave less than `minFree` on the disk gets 507', async () => {
  const told: (string | undefined)[] = []
  const server = await start(await filled(), {
    minFree: Number.MAX_SAFE_INTEGER,
    onTrouble: (reason) => told.push(reason?.kind),
  })
  const refused = await add(server, 'one more')
  expect(refused.status).toBe(507)
  expect(await refused.json()).toMatchObject({ detail: expect.stringContaining('`minFree`') })
  expect((await server.app.request('/api/health')).status).toBe(503)
  expect((await server.app.request('/endpoint/7')).status).toBe(200)
  expect(told).toEqual(['full'])
})

test('error messages for users of the library name no command-line flags', async () => {
  const path = await filled()
  await damage(path, '.log', 100)
  const none = await refusal(start(join(path, 'CURRENT')))
  for (const { message } of [await refusal(start(path)), none]) expect(message).not.toMatch(/ --\w/)
})
