import { test } from '@mock-endpoint/vitest-plugin'
import got, { HTTPError, ParseError, ReadError, RequestError, TimeoutError } from 'got'
import { expect } from 'vitest'

/** Got with pauses of a few milliseconds. */
const client = got.extend({
  responseType: 'json',
  retry: { calculateDelay: ({ computedValue }) => Math.min(computedValue, 5) },
})

test('it asks again after a busy service and after a dropped connection', async ({ mock }) => {
  const orders = await mock.add({ name: 'orders', data: [{ id: 1 }] })
  await orders.sequence([{ statusCode: 503 }, { fault: 'reset' }])
  expect(await client(orders.url).json()).toEqual([{ id: 1 }])
  expect(orders).toHaveBeenRequestedTimes(3)
})

test('it reads retry-after', async ({ mock }) => {
  const orders = await mock.add({ name: 'orders', data: [] })
  await orders.once({ statusCode: 429, headers: { 'retry-after': '7' } })
  const pauses: number[] = []
  const calculateDelay = ({ computedValue }: { computedValue: number }) => {
    pauses.push(computedValue)
    return Math.min(computedValue, 1)
  }
  await got(orders.url, { retry: { calculateDelay } })
  expect(pauses).toEqual([7000])
})

test('a POST is not sent again', async ({ mock }) => {
  const orders = await mock.add({ name: 'orders', data: [] })
  await orders.when('POST', { statusCode: 503 })
  await expect(client.post(orders.url, { json: { item: 'tea' } })).rejects.toThrow(HTTPError)
  expect(orders).toHaveBeenRequestedTimes(1)
})

test('it follows the links from page to page', async ({ mock }) => {
  const link = (page: number) => ({ link: `<${mock.url('orders')}?page=${page}>; rel="next"` })
  const orders = await mock.add({ name: 'orders', data: [5] })
  await orders.when({ query: { page: null } }, { data: [1, 2], headers: link(2) })
  await orders.when({ query: { page: '2' } }, { data: [3, 4], headers: link(3) })
  expect(await client.paginate.all(orders.url)).toEqual([1, 2, 3, 4, 5])
})

test('a response that is cut off, and one that is no JSON, are errors', async ({ mock }) => {
  const orders = await mock.add({ name: 'orders', data: 'x'.repeat(1000) })
  await orders.sequence([
    { fault: 'truncate' },
    { body: '<h1>Log in</h1>' },
    { fault: 'malformed' },
  ])
  const once = client.extend({ retry: { limit: 0 } })
  await expect(once(orders.url)).rejects.toThrow(ReadError)
  await expect(once(orders.url)).rejects.toThrow(ParseError)
  await expect(once(orders.url)).rejects.toThrow(RequestError)
})

test('a slow body counts against the time-out', async ({ mock }) => {
  const report = await mock.add({ name: 'report', data: 'x'.repeat(10_000) })
  await report.when('GET', { bytesPerSecond: 1000 })
  const asking = got(report.url, { timeout: { request: 100 }, retry: { limit: 0 } })
  await expect(asking).rejects.toThrow(TimeoutError)
})
