import { createApp } from '../index.ts'
import { createMemoryStore } from '../memory.ts'
import { describeExactJson } from './exact-json.ts'

describeExactJson('exact JSON in process', async () => {
  const app = createApp({ store: createMemoryStore() })
  return { send: async (request) => app.request(request) }
})
