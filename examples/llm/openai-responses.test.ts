import { createMockServer } from '@mock-endpoint/vitest-plugin'
import OpenAI from 'openai'
import { expect, test } from 'vitest'

async function open(recipe: string) {
  const mock = await createMockServer({ from: `openai-responses/${recipe}.json` })
  const { responses } = new OpenAI({ baseURL: `${mock.url('openai')}/v1`, apiKey: 'test' })
  return { mock, responses }
}

const asked = { model: 'gpt-5', input: 'Greet Ada.' }

test('an answer', async () => {
  const { responses } = await open('answer')
  const { model, output_text } = await responses.create(asked)
  expect({ model, output_text }).toEqual({ model: 'gpt-5', output_text: 'Good morning, Ada.' })
})

test('words, one after the other', async () => {
  const { responses } = await open('stream')
  const stream = responses.stream(asked)
  const words: string[] = []
  stream.on('response.output_text.delta', ({ delta }) => words.push(delta))
  const { output_text, status } = await stream.finalResponse()
  expect(words).toEqual(['Good ', 'morning, ', 'Ada.'])
  expect({ output_text, status }).toEqual({ output_text: words.join(''), status: 'completed' })
})

test('a tool that is called, and the answer to what it returned', async () => {
  const { responses, mock } = await open('tool-call')
  const { id, output } = await responses.create(asked)
  const [call] = output
  if (call?.type !== 'function_call') throw new Error('No tool is called.')
  expect(JSON.parse(call.arguments)).toEqual({ city: 'Oslo' })
  const { output_text } = await responses.create({
    model: 'gpt-5',
    previous_response_id: id,
    input: [{ type: 'function_call_output', call_id: call.call_id, output: '{"degrees":4}' }],
  })
  expect(output_text).toBe('It is 4 °C in Oslo.')
  expect(mock.endpoint('openai')).toHaveBeenRequestedWith({
    jsonIncludes: { previous_response_id: 'resp_1', input: [{ call_id: 'call_1' }] },
  })
})

test('a refusal', async () => {
  const { responses } = await open('refusal')
  const { output } = await responses.create(asked)
  expect(output).toMatchObject([{ content: [{ type: 'refusal' }] }])
})

test('too many requests, and then an answer', async () => {
  const { responses, mock } = await open('overloaded')
  await mock.endpoint('openai').when('POST', { data: { output: [] } })
  await responses.create(asked)
  expect(mock.endpoint('openai')).toHaveBeenRequestedTimes(2)
})

test('a stream that breaks', async () => {
  const { responses } = await open('broken-stream')
  const stream = await responses.create({ ...asked, stream: true })
  const types: string[] = []
  const read = async () => {
    for await (const { type } of stream) types.push(type)
  }
  await expect(read()).rejects.toThrow('terminated')
  expect(types).toContain('response.output_text.delta')
  expect(types).not.toContain('response.completed')
})
