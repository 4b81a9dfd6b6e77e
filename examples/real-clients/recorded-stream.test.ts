import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMockServer, test } from '@mock-endpoint/vitest-plugin'
import OpenAI from 'openai'
import { expect, onTestFinished } from 'vitest'

/** An event with a piece of the response. */
function token(content: string) {
  return { data: { object: 'chat.completion.chunk', choices: [{ index: 0, delta: { content } }] } }
}

// It plays the real service here: the second word comes a second after the first.
const real = await createMockServer({
  rules: [
    {
      endpoint: 'openai',
      when: { method: 'POST', path: '/chat/completions' },
      response: {
        events: [token('Good '), { ...token('morning'), delay: 1000 }, { data: '[DONE]' }],
      },
    },
  ],
})

test('a stream is replayed at the speed at which it came', async ({ mock }) => {
  const service = await real.serve('openai')
  const to = await mkdtemp(join(tmpdir(), 'recordings-'))
  onTestFinished(() => rm(to, { recursive: true }))
  const from = service.origin

  const read = async (baseURL: string) => {
    const client = new OpenAI({ baseURL, apiKey: 'sk-0123456789' })
    const messages = [{ role: 'user' as const, content: 'Hello' }]
    const stream = await client.chat.completions.create({ model: 'any', stream: true, messages })
    const words: string[] = []
    for await (const { choices } of stream) words.push(choices[0]?.delta.content ?? '')
    return words
  }

  const asked = await mock.record('openai', { from, to, mode: 'new' })
  expect(await read(asked.origin)).toEqual(['Good ', 'morning'])
  await asked.close()
  await real.close()

  const openai = await mock.record('openai', { from, to, mode: 'replay' })
  const start = performance.now()
  expect(await read(openai.origin)).toEqual(['Good ', 'morning'])
  expect(performance.now() - start).toBeGreaterThan(500)
})
