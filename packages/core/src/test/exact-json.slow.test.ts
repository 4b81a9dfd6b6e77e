import { test } from 'vitest'
import { createApp } from '../index.ts'
import { createMemoryStore } from '../memory.ts'
import { expectRandomJson } from './exact-json.ts'

test('10,000 random values are served exactly, in process', { timeout: 120_000 }, async () => {
  const app = createApp({ store: createMemoryStore() })
  await expectRandomJson(async (request) => app.request(request), 10_000)
})
