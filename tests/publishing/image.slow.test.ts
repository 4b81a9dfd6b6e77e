// The image of the Dockerfile and the services of compose.yaml, run without Docker.
import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { build, runContainer } from './image.ts'

const compose = parse(readFileSync(join(import.meta.dirname, '../../compose.yaml'), 'utf8'), {
  merge: true,
})

let folder: string
beforeAll(() => {
  folder = build()
}, 300_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a container without a network serves, as a user who can write only to its volume', async () => {
  const ran = await runContainer(folder, { args: ['--no-token'] })
  expect(ran).toMatchObject({ code: 0, added: 200, user: 1000, writable: ['/data'] })
  expect(ran.before).toContain('endpoint-not-found')
})

test('a second container on the same volume has the endpoints of the first, and accepts a token', async () => {
  const ran = await runContainer(folder, { env: { MOCK_ENDPOINT_TOKEN: 'secret' } })
  expect(ran).toMatchObject({ code: 0, before: '[1.10]', added: 200 })
})

test('a container without a token or --no-token exits with 2', async () => {
  const { code, stderr } = await runContainer(folder, {})
  expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('--no-token') })
})

test('a daemon of the compose file tries to connect to its Redis', async () => {
  const { command, environment } = compose.services['daemon-2']
  const env = { ...environment, MOCK_ENDPOINT_STORE: 'redis://127.0.0.1:6379/0' }
  const { code, stderr } = await runContainer(folder, { args: command.split(' '), env })
  expect({ code, stderr }).toMatchObject({ stderr: expect.stringContaining('127.0.0.1:6379') })
})

test('the app adds less than 100 MB to the base image', () => {
  const [kilobytes] = execFileSync('du', ['-sk', join(folder, 'app')], { encoding: 'utf8' }).split(
    '\t',
  )
  expect(Number(kilobytes)).toBeLessThan(100_000)
})
