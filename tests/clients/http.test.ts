// got, ky and axios: JSON, headers, retries, timeouts and broken connections.
import { test } from '@mock-endpoint/vitest-plugin'
import axios from 'axios'
import axiosRetry from 'axios-retry'
import got from 'got'
import ky from 'ky'
import { expect } from 'vitest'

test('got retries after a 503', async ({ mock }) => {
  const orders = await mock.add({ name: 'orders', data: [{ id: 1 }] })
  await orders.once({ statusCode: 503 })
  const retry = { backoffLimit: 1 }
  expect(await got(orders.url, { retry }).json()).toEqual([{ id: 1 }])
  expect(orders).toHaveBeenRequestedTimes(2)
})

test('got follows a redirect', async ({ mock }) => {
  const orders = await mock.add({ name: 'orders', data: [1] })
  await mock.endpoint('old').when('GET', { statusCode: 302, headers: { location: orders.url } })
  expect(await got(mock.url('old')).json()).toEqual([1])
})

test('got times out on a slow response', async ({ mock }) => {
  await mock.add({ name: 'slow', data: 1, delay: 5000 })
  const asking = got(mock.url('slow'), { timeout: { request: 50 }, retry: { limit: 0 } })
  await expect(asking).rejects.toMatchObject({ code: 'ETIMEDOUT' })
})

test('ky posts JSON', async ({ mock }) => {
  const orders = mock.endpoint('orders')
  await orders.when('POST', { statusCode: 201, data: { id: 7 } })
  expect(await ky.post(orders.url, { json: { item: 'tea' } }).json()).toEqual({ id: 7 })
  expect(orders).toHaveBeenRequestedWith({ method: 'POST', body: { item: 'tea' } })
})

test('ky retries after a 500 and a 502', async ({ mock }) => {
  const orders = await mock.add({ name: 'orders', data: 'ok' })
  await orders.sequence([{ statusCode: 500 }, { statusCode: 502 }])
  const retry = { limit: 2, delay: () => 1 }
  expect(await ky(orders.url, { retry }).json()).toBe('ok')
})

test('ky throws an error with the body for a 404', async ({ mock }) => {
  await mock.add({ name: 'orders', data: { error: 'gone' }, statusCode: 404 })
  const error = await ky(mock.url('orders')).catch((reason) => reason)
  expect(error).toMatchObject({ name: 'HTTPError', data: { error: 'gone' } })
})

test('axios sends a query and reads headers', async ({ mock }) => {
  const orders = mock.endpoint('orders')
  await orders.when({ query: { page: 2 } }, { data: [3], headers: { 'x-total': 3 } })
  const { data, headers } = await axios.get(orders.url, { params: { page: 2 } })
  expect([data, headers['x-total']]).toEqual([[3], '3'])
})

test('axios-retry retries after a connection reset and a 503', async ({ mock }) => {
  const client = axios.create()
  axiosRetry(client, { retries: 2, retryDelay: () => 1 })
  const orders = await mock.add({ name: 'orders', data: [1] })
  await orders.sequence([{ fault: 'reset' }, { statusCode: 503 }])
  expect((await client.get(orders.url)).data).toEqual([1])
})

test('axios sends a form with a file', async ({ mock }) => {
  const upload = mock.endpoint('upload')
  await upload.when({ method: 'POST', form: { title: 'Report' } }, { statusCode: 201, data: 1 })
  const form = new FormData()
  form.set('title', 'Report')
  form.set('file', new Blob(['a,b']), 'report.csv')
  expect((await axios.post(upload.url, form)).status).toBe(201)
})
