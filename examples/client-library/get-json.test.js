import { test } from '@mock-endpoint/vitest-plugin'
import { afterEach, expect, vi } from 'vitest'
import { getJson } from './get-json.js'

afterEach(() => {
  vi.useRealTimers()
})

test('a response comes as it is', async ({ mock }) => {
  const { url } = await mock.add({ name: 'orders', data: [{ id: 1 }] })
  expect(await getJson(url)).toEqual([{ id: 1 }])
})

test('a service that recovers is asked until it has', async ({ mock }) => {
  const { url } = await mock.add({ name: 'orders', data: 'busy', statusCode: 503 })
  const sleep = vi.fn(async () => {
    if (sleep.mock.calls.length === 2) await mock.add({ name: 'orders', data: [{ id: 1 }] })
  })
  expect(await getJson(url, { sleep })).toEqual([{ id: 1 }])
  expect(sleep.mock.calls).toEqual([[100], [200]])
})

test('a service that stays busy is asked three times', async ({ mock }) => {
  const { url } = await mock.add({ name: 'orders', data: 'busy', statusCode: 503 })
  const fetch = vi.fn(mock.fetch)
  const askedAfterWait = []
  const sleep = async () => {
    await mock.health()
    askedAfterWait.push(fetch.mock.calls.length)
  }
  await expect(getJson(url, { fetch, sleep })).rejects.toThrow('answered 503')
  expect(askedAfterWait).toEqual([1, 2])
  expect(fetch).toHaveBeenCalledTimes(3)
})

test.for([404, 500])('a %i is final', async (statusCode, { mock }) => {
  const { url } = await mock.add({ name: 'orders', data: null, statusCode })
  const sleep = vi.fn(async () => {})
  await expect(getJson(url, { sleep })).rejects.toThrow(`answered ${statusCode}`)
  expect(sleep).not.toHaveBeenCalled()
})

test('a response in time is waited for', async ({ mock }) => {
  vi.useFakeTimers()
  const { url } = await mock.add({ name: 'report', data: 'done', delay: 900 })
  const fetch = vi.fn(mock.fetch)
  const answer = getJson(url, { fetch, timeout: 1000 })
  await vi.advanceTimersByTimeAsync(900)
  expect(await answer).toBe('done')
  await vi.advanceTimersByTimeAsync(100)
  expect(fetch.mock.calls[0][1].signal.aborted).toBe(false)
})

test('a slow service is given up', async ({ mock }) => {
  vi.useFakeTimers()
  const { url } = await mock.add({ name: 'report', data: 'done', delay: 60_000 })
  const failure = expect(getJson(url, { fetch: mock.fetch, timeout: 1000 })).rejects.toThrow(
    'took longer than 1000 ms',
  )
  await vi.advanceTimersByTimeAsync(1000)
  await failure
})
