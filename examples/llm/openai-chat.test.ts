import { createMockServer } from '@mock-endpoint/vitest-plugin'
import OpenAI from 'openai'
import { expect, test } from 'vitest'

async function open(recipe: string, options: { maxRetries?: number } = {}) {
  const mock = await createMockServer({ from: `openai-chat/${recipe}.json` })
  const client = new OpenAI({ baseURL: `${mock.url('openai')}/v1`, apiKey: 'test', ...options })
  return { mock, chat: client.chat.completions }
}

const asked = { model: 'gpt-5', messages: [{ role: 'user' as const, content: 'Greet Ada.' }] }

test('an answer', async () => {
  const { chat } = await open('answer')
  const { model, choices } = await chat.create(asked)
  expect(model).toBe('gpt-5')
  expect(choices[0]).toMatchObject({
    finish_reason: 'stop',
    message: { content: 'Good morning, Ada.' },
  })
})

test('words, one after the other', async () => {
  const { chat } = await open('stream')
  const stream = chat.stream(asked)
  const words: string[] = []
  stream.on('content', (word) => words.push(word))
  const { choices } = await stream.finalChatCompletion()
  expect(words).toEqual(['Good ', 'morning, ', 'Ada.'])
  expect(choices[0]?.message.content).toBe('Good morning, Ada.')
})

test('a tool that is called, and the answer to what it returned', async () => {
  const { chat, mock } = await open('tool-call')
  const runner = chat.runTools({
    ...asked,
    tools: [
      {
        type: 'function',
        function: {
          name: 'get_weather',
          description: 'Tells the weather of a city.',
          parameters: { type: 'object', properties: { city: { type: 'string' } } },
          parse: JSON.parse,
          function: ({ city }: { city: string }) => ({ city, degrees: 4 }),
        },
      },
    ],
  })
  expect(await runner.finalContent()).toBe('It is 4 °C in Oslo.')
  const message = { role: 'tool', tool_call_id: 'call_1', content: '{"city":"Oslo","degrees":4}' }
  expect(mock.endpoint('openai')).toHaveBeenRequestedWith({
    jsonIncludes: { messages: [{}, {}, message] },
  })
})

test('a refusal', async () => {
  const { chat } = await open('refusal')
  const { choices } = await chat.create(asked)
  expect(choices[0]?.message).toMatchObject({
    content: null,
    refusal: expect.stringContaining('sorry'),
  })
})

test('too many requests, and then an answer', async () => {
  const { chat, mock } = await open('overloaded')
  await mock.endpoint('openai').when('POST', { data: { choices: [] } })
  await chat.create(asked)
  expect(mock.endpoint('openai')).toHaveBeenRequestedTimes(2)
})

test('a stream that breaks', async () => {
  const { chat } = await open('broken-stream')
  const stream = await chat.create({ ...asked, stream: true })
  let text = ''
  const read = async () => {
    for await (const { choices } of stream) text += choices[0]?.delta.content ?? ''
  }
  await expect(read()).rejects.toThrow('terminated')
  expect(text).toMatch(/^Good morning/)
})
