import { createJournal } from '@mock-endpoint/core'
import { createClient } from '@mock-endpoint/core/client'
import { createMemoryStore } from '@mock-endpoint/core/memory'
import { onTestFinished } from 'vitest'
import { describeClientRequests } from '../../../core/src/test/client/requests-cases.ts'
import { startServer } from '../index.ts'

describeClientRequests('over a socket', async ({ waitTimeout, ...options } = {}) => {
  const store = createMemoryStore()
  const journal = createJournal({ ...options.journal, clock: options.clock })
  const server = { store, hosts: ['127.0.0.1'], port: 0, grace: 0 }
  const { url, close } = await startServer({ ...options, ...server, journal })
  onTestFinished(close)
  return { client: createClient({ url, token: options.token, waitTimeout }), fetch, close }
})
