import { ApiError, GoogleGenAI } from '@google/genai'
import { createMockServer } from '@mock-endpoint/vitest-plugin'
import { expect, test } from 'vitest'

async function open(recipe: string) {
  const mock = await createMockServer({ from: `gemini/${recipe}.json` })
  const httpOptions = { baseUrl: mock.url('gemini') }
  const { models } = new GoogleGenAI({ apiKey: 'test', httpOptions })
  return { mock, models }
}

const asked = { model: 'gemini-2.5-flash', contents: 'Greet Ada.' }

test('an answer', async () => {
  const { models } = await open('answer')
  const { text, usageMetadata } = await models.generateContent(asked)
  expect(text).toBe('Good morning, Ada.')
  expect(usageMetadata?.totalTokenCount).toBe(18)
})

test('words, one after the other', async () => {
  const { models } = await open('stream')
  const words: (string | undefined)[] = []
  for await (const { text } of await models.generateContentStream(asked)) words.push(text)
  expect(words).toEqual(['Good ', 'morning, ', 'Ada.'])
})

test('a tool that is called, and the answer to what it returned', async () => {
  const { models } = await open('tool-call')
  const { functionCalls = [], candidates } = await models.generateContent(asked)
  expect(functionCalls).toMatchObject([{ name: 'get_weather', args: { city: 'Oslo' } }])
  const response = { name: 'get_weather', response: { degrees: 4 } }
  const { text } = await models.generateContent({
    ...asked,
    contents: [
      { role: 'user', parts: [{ text: asked.contents }] },
      ...(candidates?.[0]?.content ? [candidates[0].content] : []),
      { role: 'user', parts: [{ functionResponse: response }] },
    ],
  })
  expect(text).toBe('It is 4 °C in Oslo.')
})

test('a refusal', async () => {
  const { models } = await open('refusal')
  const { text, promptFeedback } = await models.generateContent(asked)
  expect(text).toBeUndefined()
  expect(promptFeedback?.blockReason).toBe('SAFETY')
})

test('an overload, and then an answer', async () => {
  const { models, mock } = await open('overloaded')
  await mock.endpoint('gemini').when('POST', { data: { candidates: [] } })
  const asking = models.generateContent(asked)
  await expect(asking).rejects.toThrow(ApiError)
  await models.generateContent(asked)
  expect(mock.endpoint('gemini')).toHaveBeenRequestedTimes(2)
})

test('a stream that breaks', async () => {
  const { models } = await open('broken-stream')
  let read = ''
  const reading = async () => {
    for await (const { text } of await models.generateContentStream(asked)) read += text
  }
  await expect(reading()).rejects.toThrow('terminated')
  expect(read).toMatch(/^Good morning/)
})
