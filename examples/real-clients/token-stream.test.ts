import { test } from '@mock-endpoint/vitest-plugin'
import OpenAI from 'openai'
import { expect } from 'vitest'

/** An event with a piece of the response. */
function token(content: string) {
  return { data: { object: 'chat.completion.chunk', choices: [{ index: 0, delta: { content } }] } }
}

test('shows the response word by word', async ({ mock }) => {
  const api = mock.endpoint('openai')
  await api.when('POST /chat/completions', {
    events: [token('Good '), { ...token('morning'), delay: 50 }, { data: '[DONE]' }],
  })

  const client = new OpenAI({ baseURL: api.url, apiKey: 'test' })
  const messages = [{ role: 'user' as const, content: 'Hello' }]
  const stream = await client.chat.completions.create({ model: 'any', stream: true, messages })
  const words: string[] = []
  for await (const { choices } of stream) words.push(choices[0]?.delta.content ?? '')
  expect(words).toEqual(['Good ', 'morning'])
})
