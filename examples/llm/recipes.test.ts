// What the README says about all of them.
import { readdir, readFile } from 'node:fs/promises'
import { createMockServer } from '@mock-endpoint/vitest-plugin'
import OpenAI from 'openai'
import { expect, test } from 'vitest'

const providers = ['anthropic', 'gemini', 'openai-chat', 'openai-responses']

test('each provider has the files of the table', async () => {
  const readme = await readFile('README.md', 'utf8')
  const told = [...readme.matchAll(/^\| `([a-z-]+\.json)`/gm)].map(([, file]) => file)
  for (const provider of providers) expect(await readdir(provider)).toEqual(told.toSorted())
})

test('files that are imported one after the other work together', async () => {
  const mock = await createMockServer()
  for (const recipe of ['answer', 'stream', 'overloaded']) {
    const body = await readFile(`openai-chat/${recipe}.json`, 'utf8')
    const imported = await fetch(new URL('/api/import', mock.baseUrl), { method: 'POST', body })
    expect(imported.status).toBe(200)
  }
  const client = new OpenAI({ baseURL: `${mock.url('openai')}/v1`, apiKey: 'test', maxRetries: 0 })
  const asked = { model: 'gpt-5', messages: [{ role: 'user' as const, content: 'Greet Ada.' }] }

  await expect(client.chat.completions.create(asked)).rejects.toThrow(OpenAI.RateLimitError)
  const { choices } = await client.chat.completions.create(asked)
  expect(choices[0]?.message.content).toBe('Good morning, Ada.')
  const words: unknown[] = []
  for await (const { choices } of await client.chat.completions.create({ ...asked, stream: true }))
    words.push(choices[0]?.delta.content)
  expect(words).toEqual(expect.arrayContaining(['Good ', 'morning, ', 'Ada.']))
})
