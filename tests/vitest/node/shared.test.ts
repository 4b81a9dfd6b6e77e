// The server of the run: its client, its URL, and the variables for the program under test.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { sharedMockServer } from '@mock-endpoint/vitest-plugin'
import { expect, inject, onTestFinished, test } from 'vitest'
import type { Api } from '../api.ts'

const shared = sharedMockServer<Api>()

test('sharedMockServer() is the client of the server that inject() names', async () => {
  expect(shared.url()).toBe(inject('mockEndpoint').url)
  expect(await shared.get('orders')).toMatchObject({ data: [{ id: 1 }] })
})

test('an endpoint that a test adds to the shared server responds', async () => {
  const { url } = await shared.add({ name: 'flag', data: true })
  onTestFinished(async () => void (await shared.remove('flag')))
  expect(await (await fetch(url)).text()).toBe('true')
})

test('the variables contain the URLs of an endpoint and of the server', () => {
  const expected = { API_URL: shared.url('orders'), MOCKS_URL: `${shared.url()}/endpoint` }
  expect(process.env).toMatchObject(expected)
  expect(import.meta.env).toMatchObject(expected)
})

test('a program in another process finds the endpoint by its variable', async () => {
  const program = 'fetch(process.env.API_URL).then((r) => r.text()).then(console.log)'
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', program])
  expect(stdout).toBe('[{"id":1}]\n')
})

test('the shared server has sequences and holds, but refuses functions', async () => {
  const down = shared.endpoint('flag')
  onTestFinished(async () => void (await shared.clearRules('flag')))
  const rule = await down.sequence([{ statusCode: 503 }, { data: true }])
  expect((await fetch(down.url)).status).toBe(503)
  expect(await (await fetch(down.url)).json()).toBe(true)
  expect(await rule.used()).toBe(2)
  const gate = await down.hold()
  const response = fetch(down.url)
  await gate.waitForRequest()
  await gate.release({ statusCode: 504 })
  expect((await response).status).toBe(504)
  // @ts-expect-error: a function cannot be sent
  await expect(down.once(() => ({}))).rejects.toThrow('cannot be sent to another process')
})
