import { test } from '@mock-endpoint/vitest-plugin'
import OpenAI, { APIConnectionTimeoutError } from 'openai'
import { expect } from 'vitest'

const messages = [{ role: 'user' as const, content: 'Hello' }]
const completion = {
  object: 'chat.completion',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Good morning' } }],
}

function createClient(baseURL: string, options: { maxRetries?: number; timeout?: number } = {}) {
  return new OpenAI({ baseURL, apiKey: 'test', ...options })
}

test('it asks again when it may, after as long as the service says', async ({ mock }) => {
  const api = mock.endpoint('openai')
  const busy = {
    statusCode: 429,
    headers: { 'retry-after-ms': '20' },
    data: { error: {} },
  } as const
  await api.rule({
    when: { method: 'POST', path: '/chat/completions' },
    responses: [busy, { fault: 'reset' }, { data: completion }],
  })
  const { choices } = await createClient(api.url).chat.completions.create({
    model: 'any',
    messages,
  })
  expect(choices[0]?.message.content).toBe('Good morning')
  const requests = await api.requests()
  expect(requests.map(({ headers }) => headers.get('x-stainless-retry-count'))).toEqual([
    '0',
    '1',
    '2',
  ])
})

test('it waits for a whole second when retry-after says so', async ({ mock }) => {
  const api = mock.endpoint('openai')
  await api.rule({
    when: { method: 'POST', path: '/chat/completions' },
    responses: [{ statusCode: 503, headers: { 'retry-after': '1' } }, { data: completion }],
  })
  await createClient(api.url).chat.completions.create({ model: 'any', messages })
  const [first, second] = await api.requests()
  const pause = Number(second?.receivedAt) - Number(first?.receivedAt)
  expect(pause).toBeGreaterThanOrEqual(990)
})

test('a stream that breaks off is an error, after the words that came', async ({ mock }) => {
  const api = mock.endpoint('openai')
  const events = ['Good ', 'morning', ', Ada', '!'].map((content) => ({
    data: { choices: [{ index: 0, delta: { content } }] },
  }))
  await api.when('POST /chat/completions', { events, fault: 'truncate' })
  const words: string[] = []
  const read = async () => {
    const asked = { model: 'any', stream: true, messages } as const
    for await (const { choices } of await createClient(api.url).chat.completions.create(asked)) {
      words.push(choices[0]?.delta.content ?? '')
    }
  }
  await expect(read()).rejects.toThrow('terminated')
  expect(words).toEqual(['Good ', 'morning'])
})

test('a reader that stops early ends the stream for the service too', async ({ mock }) => {
  const api = mock.endpoint('openai')
  const events = [0, 60_000].map((delay) => ({ data: { choices: [] }, delay }))
  await api.when('POST /chat/completions', { events })
  const asked = { model: 'any', stream: true, messages } as const
  for await (const _ of await createClient(api.url).chat.completions.create(asked)) break
  await api.waitForRequest({ where: ({ outcome }) => outcome === 'aborted' })
})

test('it gives up on silence', async ({ mock }) => {
  const api = mock.endpoint('openai')
  await api.when('POST /chat/completions', { fault: 'hang' })
  const client = createClient(api.url, { maxRetries: 1, timeout: 250 })
  await expect(client.chat.completions.create({ model: 'any', messages })).rejects.toThrow(
    APIConnectionTimeoutError,
  )
  expect(api).toHaveBeenRequestedTimes(2)
})
