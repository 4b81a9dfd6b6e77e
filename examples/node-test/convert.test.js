import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMockServer } from '@mock-endpoint/server'
import { createConverter } from './convert.js'

const rates = { name: 'rates', data: { EUR: 0.5 } }

/** A server for this test: on a port of its own, closed when the test is over. */
async function startMock(t, endpoints = [rates]) {
  const mock = await createMockServer({ endpoints })
  t.after(() => mock.close())
  return mock
}

test('money is converted by the rates of the service', async (t) => {
  const mock = await startMock(t)
  const convert = createConverter(mock.url('rates'))
  assert.equal(await convert(420, 'EUR'), 210)
  await mock.add({ name: 'rates', data: { EUR: 2 } })
  assert.equal(await convert(420, 'EUR'), 840)
})

test('while the service is down, the last rates count', async (t) => {
  const mock = await startMock(t)
  const convert = createConverter(mock.url('rates'))
  await convert(1, 'EUR')
  await mock.add({ ...rates, data: 'down', statusCode: 503 })
  assert.equal(await convert(420, 'EUR'), 210)
})

test('without any rates nothing is converted', async (t) => {
  const mock = await startMock(t, [])
  const convert = createConverter(mock.url('rates'))
  await assert.rejects(convert(420, 'EUR'), /No rates are known/)
})

test('while the service is too slow, the last rates count', { timeout: 10_000 }, async (t) => {
  const mock = await startMock(t)
  const convert = createConverter(mock.url('rates'), { fetch: mock.fetch })
  await convert(1, 'EUR')
  await mock.add({ ...rates, data: { EUR: 2 }, delay: 60_000 })
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const converted = convert(420, 'EUR')
  t.mock.timers.tick(1000)
  assert.equal(await converted, 210)
})
