import { test, verifyWebhook } from '@mock-endpoint/vitest-plugin'
import { expect, vi } from 'vitest'
import { sendWebhook } from './send-webhook.js'

const event = { type: 'order.paid', id: 1 }
const secret = 'secret'

test('an event is delivered, signed, at the first try', async ({ mock }) => {
  const hook = await mock.add({ name: 'hook', data: null, statusCode: 204 })
  expect(await sendWebhook(event, { url: hook.url, secret })).toEqual({ status: 204, tries: 1 })

  const request = await hook.waitForRequest()
  expect(request.json).toEqual(event)
  await verifyWebhook(request, { scheme: 'github', secret })
  await expect(verifyWebhook(request, { scheme: 'github', secret: 'other' })).rejects.toThrow()
})

test('a busy receiver gets the same signed event again', async ({ mock }) => {
  const hook = await mock.add({ name: 'hook', data: 'busy', statusCode: 503 })
  const sleep = vi.fn(async () => {
    await mock.add({ name: 'hook', data: 'accepted', statusCode: 202 })
  })
  const sending = sendWebhook(event, { url: hook.url, secret, sleep })

  const requests = await hook.waitForRequests(2)
  expect(await sending).toEqual({ status: 202, tries: 2 })
  expect(sleep.mock.calls).toEqual([[1000]])
  for (const request of requests) {
    expect(request.json).toEqual(event)
    await verifyWebhook(request, { scheme: 'github', secret })
  }
})

test('a receiver that stays busy is given up after three tries', async ({ mock }) => {
  const hook = await mock.add({ name: 'hook', data: 'busy', statusCode: 503 })
  const sleep = vi.fn(async () => {})
  await expect(sendWebhook(event, { url: hook.url, secret, sleep })).rejects.toThrow('answered 503')
  expect(sleep.mock.calls).toEqual([[1000], [10_000]])
  expect(hook).toHaveBeenRequestedTimes(3)
})

test('a refusal is final', async ({ mock }) => {
  const hook = await mock.add({ name: 'hook', data: 'unknown event', statusCode: 400 })
  await expect(sendWebhook(event, { url: hook.url, secret })).rejects.toThrow('answered 400')
  expect(hook).toHaveBeenRequestedTimes(1)
})

test('a receiver that does not answer is hung up on in time', async ({ mock }) => {
  const hook = await mock.add({ name: 'hook', data: 'late', delay: 60_000 })
  const sending = sendWebhook(event, { url: hook.url, secret, timeout: 50 })
  await expect(sending).rejects.toThrow(expect.objectContaining({ name: 'TimeoutError' }))

  const request = await hook.waitForRequest({ where: ({ outcome }) => outcome === 'aborted' })
  expect(request.durationMs).toBeLessThan(60_000)
})
