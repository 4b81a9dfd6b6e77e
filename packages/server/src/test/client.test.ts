import { createMemoryStore } from '@mock-endpoint/core/memory'
import { onTestFinished } from 'vitest'
import { describeClient } from '../../../core/src/test/client-cases.ts'
import { startServer } from '../index.ts'

describeClient('over a socket', async ({ store = createMemoryStore(), ...options } = {}) => {
  const hosts = ['127.0.0.1']
  const { url, close } = await startServer({ ...options, store, hosts, port: 0, grace: 0 })
  onTestFinished(close)
  return { baseUrl: url, fetch }
})
