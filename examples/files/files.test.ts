import { readFile } from 'node:fs/promises'
import { createMockServer } from '@mock-endpoint/vitest-plugin'
import { expect, test } from 'vitest'

const mocks = new URL('./mocks/', import.meta.url)
const mock = await createMockServer({ from: mocks })

test('the endpoint is the file, byte for byte', async () => {
  const response = await fetch(mock.url('orders'))
  expect(await response.text()).toBe(await readFile(new URL('orders.json', mocks), 'utf8'))
})

test('what a file of JSON cannot say is in mock-endpoint.json', async () => {
  expect((await fetch(mock.url('maintenance'))).status).toBe(503)
  const created = await fetch(mock.url('orders'), { method: 'POST' })
  expect([created.status, created.headers.get('location')]).toEqual([201, '/orders/2'])
})

test('a test may change what it needs; the next one begins with the files again', async () => {
  await mock.add({ name: 'orders', data: [] })
  expect(await (await fetch(mock.url('orders'))).text()).toBe('[]')
})
