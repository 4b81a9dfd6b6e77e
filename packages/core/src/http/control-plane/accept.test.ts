import { expect, test } from 'vitest'
import { createMock } from '../../mock.ts'

test.each([
  ['text/event-stream', 'text/event-stream'],
  ['text/html, Text/Event-Stream ; Q=0.001', 'text/event-stream'],
  ['text/event-stream;q=0', 'application/json'],
  ['text/event-stream; charset=utf-8; q=0.000, */*', 'application/json'],
  ['*/*', 'application/json'],
])('a journal request that accepts %s gets %s', async (accept, type) => {
  const { fetch } = await createMock()
  const response = await fetch('/api/request', { headers: { accept } })
  expect(response.headers.get('content-type')).toBe(type)
  await response.body?.cancel()
})
