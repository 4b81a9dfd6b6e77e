import Anthropic from '@anthropic-ai/sdk'
import { createMockServer } from '@mock-endpoint/vitest-plugin'
import { expect, test } from 'vitest'

async function open(recipe: string, maxRetries = 2) {
  const mock = await createMockServer({ from: `anthropic/${recipe}.json` })
  const client = new Anthropic({ baseURL: mock.url('anthropic'), apiKey: 'test', maxRetries })
  return { mock, messages: client.messages }
}

const asked = {
  model: 'claude-opus-4-6',
  max_tokens: 100,
  messages: [{ role: 'user' as const, content: 'Greet Ada.' }],
}

test('an answer', async () => {
  const { messages } = await open('answer')
  const { model, content, stop_reason } = await messages.create(asked)
  expect({ model, stop_reason }).toEqual({ model: asked.model, stop_reason: 'end_turn' })
  expect(content).toEqual([{ type: 'text', text: 'Good morning, Ada.' }])
})

test('words, one after the other', async () => {
  const { messages } = await open('stream')
  const stream = messages.stream(asked)
  const words: string[] = []
  stream.on('text', (word) => words.push(word))
  expect(await stream.finalText()).toBe('Good morning, Ada.')
  expect(words).toEqual(['Good ', 'morning, ', 'Ada.'])
  expect((await stream.finalMessage()).usage).toMatchObject({ input_tokens: 12, output_tokens: 6 })
})

test('a tool that is called, and the answer to what it returned', async () => {
  const { messages } = await open('tool-call')
  const first = await messages.create(asked)
  const [call] = first.content
  if (call?.type !== 'tool_use') throw new Error('No tool is called.')
  expect(call.input).toEqual({ city: 'Oslo' })
  const result = { type: 'tool_result' as const, tool_use_id: call.id, content: '4' }
  const { content } = await messages.create({
    ...asked,
    messages: [
      ...asked.messages,
      { role: 'assistant', content: first.content },
      { role: 'user', content: [result] },
    ],
  })
  expect(content).toEqual([{ type: 'text', text: 'It is 4 °C in Oslo.' }])
})

test('a refusal', async () => {
  const { messages } = await open('refusal')
  expect(await messages.create(asked)).toMatchObject({ stop_reason: 'refusal', content: [] })
})

test('an overload, and then an answer', async () => {
  const { messages, mock } = await open('overloaded')
  await mock.endpoint('anthropic').when('POST', { data: { content: [] } })
  await messages.create(asked)
  expect(mock.endpoint('anthropic')).toHaveBeenRequestedTimes(2)
})

test('an overload, for a client that does not ask again', async () => {
  const { messages } = await open('overloaded', 0)
  await expect(messages.create(asked)).rejects.toMatchObject({
    status: 529,
    error: { error: { type: 'overloaded_error' } },
  })
})

test('a stream that breaks', async () => {
  const { messages } = await open('broken-stream')
  const stream = messages.stream(asked)
  let text = ''
  stream.on('text', (word) => {
    text += word
  })
  await expect(stream.finalMessage()).rejects.toThrow('terminated')
  expect(text).toMatch(/^Good morning/)
})
