import { test } from 'vitest'
import { createApp } from '../index.ts'
import { createMemoryStore } from '../memory.ts'
import { fuzzHostAndOrigin } from './host-origin-fuzz.ts'

test('10,000 random Hosts and Origins get a response or a problem, in process', {
  timeout: 120_000,
}, async () => {
  const app = createApp({ store: createMemoryStore(), allowedHosts: ['mocks.example'] })
  await fuzzHostAndOrigin(async (request) => app.fetch(request), 10_000)
})
