import { test } from '@mock-endpoint/vitest-plugin'
import { expect, vi } from 'vitest'
import { sendWebhook, sign } from './send-webhook.js'

const event = { type: 'order.paid', id: 1 }
const secret = 'secret'

test('the signature is the HMAC of the body', () => {
  // printf '{"type":"order.paid","id":1}' | openssl dgst -sha256 -hmac secret
  const digest = '97b4b990bbac1d2f74dba8bba2e2011b0ea5f731839951ce754903c28949d166'
  expect(sign('{"type":"order.paid","id":1}', secret)).toBe(`sha256=${digest}`)
})

test('an event is delivered at the first try', async ({ mock }) => {
  const { url } = await mock.add({ name: 'hook', data: null, statusCode: 204 })
  expect(await sendWebhook(event, { url, secret })).toEqual({ status: 204, tries: 1 })
})

test('a large event is taken', async ({ mock }) => {
  const { url } = await mock.add({ name: 'hook', data: 'accepted', statusCode: 202 })
  const large = { ...event, note: 'x'.repeat(1_000_000) }
  expect(await sendWebhook(large, { url, secret })).toEqual({ status: 202, tries: 1 })
})

test('a busy receiver gets the same signed body again', async ({ mock }) => {
  const { url } = await mock.add({ name: 'hook', data: 'busy', statusCode: 503 })
  const fetch = vi.fn(mock.fetch)
  let sentAfterWait
  const sleep = vi.fn(async () => {
    await mock.add({ name: 'hook', data: 'accepted', statusCode: 202 })
    sentAfterWait = fetch.mock.calls.length
  })
  expect(await sendWebhook(event, { url, secret, fetch, sleep })).toEqual({ status: 202, tries: 2 })
  expect(sleep.mock.calls).toEqual([[1000]])
  expect(sentAfterWait).toBe(1)
  for (const [, { method, headers, body }] of fetch.mock.calls) {
    expect(method).toBe('POST')
    expect(JSON.parse(body)).toEqual(event)
    expect(headers['x-signature']).toBe(sign(body, secret))
  }
})

test('a receiver that stays busy is given up after three tries', async ({ mock }) => {
  const { url } = await mock.add({ name: 'hook', data: 'busy', statusCode: 503 })
  const sleep = vi.fn(async () => {})
  await expect(sendWebhook(event, { url, secret, sleep })).rejects.toThrow('answered 503')
  expect(sleep.mock.calls).toEqual([[1000], [10_000]])
})

test('a refusal is final', async ({ mock }) => {
  const { url } = await mock.add({ name: 'hook', data: 'unknown event', statusCode: 400 })
  const sleep = vi.fn(async () => {})
  await expect(sendWebhook(event, { url, secret, sleep })).rejects.toThrow('answered 400')
  expect(sleep).not.toHaveBeenCalled()
})

test('a receiver that does not answer is given up', async ({ mock }) => {
  const { url } = await mock.add({ name: 'hook', data: 'late', delay: 60_000 })
  const outcome = sendWebhook(event, { url, secret, timeout: 20 })
  await expect(outcome).rejects.toThrow(expect.objectContaining({ name: 'TimeoutError' }))
})
