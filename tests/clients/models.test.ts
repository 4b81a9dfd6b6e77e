// OpenAI and Anthropic: answers, streams, and asking again.
import Anthropic from '@anthropic-ai/sdk'
import { type MockServer, test } from '@mock-endpoint/vitest-plugin'
import OpenAI from 'openai'
import { expect } from 'vitest'

const messages = [{ role: 'user' as const, content: 'Hello' }]

function openai(mock: MockServer) {
  return new OpenAI({ baseURL: mock.url('openai/v1'), apiKey: 'test' })
}

function anthropic(mock: MockServer) {
  return new Anthropic({ baseURL: mock.url('anthropic'), apiKey: 'test' })
}

test('OpenAI answers', async ({ mock }) => {
  const choices = [{ index: 0, message: { role: 'assistant', content: 'Hi' } }]
  await mock.endpoint('openai').when('POST /v1/chat/completions', { data: { choices } })
  const response = await openai(mock).chat.completions.create({ model: 'any', messages })
  expect(response.choices[0]?.message.content).toBe('Hi')
  expect(mock.endpoint('openai')).toHaveBeenRequestedWith({ body: { model: 'any', messages } })
})

test('OpenAI streams', async ({ mock }) => {
  const events = ['Good ', 'morning'].map((content) => ({
    data: { choices: [{ index: 0, delta: { content } }] },
  }))
  const done = { data: '[DONE]' }
  await mock.endpoint('openai').when('POST /v1/chat/completions', { events: [...events, done] })
  const asked = { model: 'any', stream: true as const, messages }
  const words: unknown[] = []
  for await (const { choices } of await openai(mock).chat.completions.create(asked))
    words.push(choices[0]?.delta.content)
  expect(words.join('')).toBe('Good morning')
})

test('OpenAI asks again when the service is busy', async ({ mock }) => {
  const api = mock.endpoint('openai')
  await api.when('GET /v1/models', { data: { object: 'list', data: [{ id: 'small' }] } })
  await api.once({ statusCode: 429, headers: { 'retry-after-ms': '5' } })
  const { data } = await openai(mock).models.list()
  expect(data).toEqual([{ id: 'small' }])
  expect(api).toHaveBeenRequestedTimes(2)
})

test('Anthropic answers', async ({ mock }) => {
  const content = [{ type: 'text', text: 'Hi' }]
  await mock
    .endpoint('anthropic')
    .when('POST /v1/messages', { data: { type: 'message', role: 'assistant', content } })
  const response = await anthropic(mock).messages.create({ model: 'any', max_tokens: 9, messages })
  expect(response.content).toEqual(content)
  expect(mock.endpoint('anthropic')).toHaveBeenRequestedWith({
    headers: { authorization: 'Bearer test' },
  })
})

test('Anthropic streams', async ({ mock }) => {
  const pieces = [
    { type: 'message_start', message: { type: 'message', role: 'assistant', content: [] } },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Good ' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'morning' } },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_stop' },
  ]
  await mock.endpoint('anthropic').when('POST /v1/messages', {
    events: pieces.map((data) => ({ event: data.type, data })),
  })
  const stream = anthropic(mock).messages.stream({ model: 'any', max_tokens: 9, messages })
  let text = ''
  stream.on('text', (piece) => {
    text += piece
  })
  await stream.done()
  expect(text).toBe('Good morning')
})

test('Anthropic tells an overloaded service from others', async ({ mock }) => {
  const error = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }
  await mock.endpoint('anthropic').when('POST /v1/messages', { statusCode: 529, data: error })
  const client = new Anthropic({ baseURL: mock.url('anthropic'), apiKey: 'test', maxRetries: 0 })
  const asking = client.messages.create({ model: 'any', max_tokens: 9, messages })
  await expect(asking).rejects.toMatchObject({ status: 529, error })
})
