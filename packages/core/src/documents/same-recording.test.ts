import { expect, test } from 'vitest'
import { isSameRecording } from './same-recording.ts'

const response = { statusCode: 200, data: 1, headers: { 'x-request-id': 'a', etag: '1' } }
const rule = { id: 'r', endpoint: 'orders', when: { path: '/a' }, response }

async function isSame(other: object): Promise<boolean> {
  const [a, b] = [JSON.stringify(rule), JSON.stringify({ ...rule, ...other })]
  return isSameRecording(a, b)
}

test('two recordings are the same if only their time or volatile headers differ', async () => {
  expect(await isSame({})).toBe(true)
  expect(await isSame({ response: undefined, responses: [response] })).toBe(true)
  expect(await isSame({ recordedAt: '2026-11-29T12:00:00Z' })).toBe(true)
  const headers = { etag: '1', 'x-ratelimit-remaining': '7' }
  expect(await isSame({ response: { ...response, headers } })).toBe(true)
})

test('two recordings differ if the data, a header or the number of responses differs', async () => {
  expect(await isSame({ response: { ...response, data: 2 } })).toBe(false)
  expect(await isSame({ response: { ...response, headers: { etag: '2' } } })).toBe(false)
  expect(await isSame({ response: undefined, responses: [response, response] })).toBe(false)
})
