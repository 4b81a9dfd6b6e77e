// The exports of a program that embeds the service, without type annotations.
import { createApp, createFetch, createJournal, Problem } from '@mock-endpoint/core'
import { createClient, createWire, keepFollowing, rawJson } from '@mock-endpoint/core/client'
import { createDurableObjectStore } from '@mock-endpoint/core/durable-object'
import { openIndexedDbStore } from '@mock-endpoint/core/indexeddb'
import type { describeJournal } from '@mock-endpoint/core/journal-contract'
import { openLevelStore } from '@mock-endpoint/core/level'
import { createMemoryStore } from '@mock-endpoint/core/memory'
import { createMock } from '@mock-endpoint/core/mock'
import type { describeStore } from '@mock-endpoint/core/store-contract'
import type { verifyWebhook } from '@mock-endpoint/core/webhooks'

interface Api {
  orders: { id: number; at: Date }[]
  flag: boolean
}

export const memory = createMemoryStore()
export const level = await openLevelStore('data')
export const indexed = await openIndexedDbStore({ name: 'mocks' })
export const inObject = (...given: Parameters<typeof createDurableObjectStore>) =>
  createDurableObjectStore(...given)
export const found = await level.get('orders')
export const journal = createJournal()
export const kept = journal.list({})
export const app = createApp({ store: memory, journal })
export const { answer } = app
export const call = createFetch(app)
export const settings = (...given: Parameters<typeof createApp>) => given[0]
export const { clock, onError, web } = settings({ store: memory })

export const client = createClient<Api>({ url: 'http://localhost:16540' })
export const orders = await client.get('orders')
export const handle = client.endpoint('orders')
export const request = await handle.waitForRequest()
export const wire = createWire({ url: 'http://localhost:16540' })
export const endpoint = await wire.getEndpoint('orders')
export const pages = await wire.listRequests({})
export const follow = keepFollowing(wire, {}, { signal: new AbortController().signal })
export const raw = rawJson('1.10')

export const mock = await createMock<Api>()
export const stored = await mock.get('orders')
export const { code, extensions } = new Problem('endpoint-not-found', 'There is none.')
export const stores = (...given: Parameters<typeof describeStore>) => given
export const journals = (...given: Parameters<typeof describeJournal>) => given
export const secret = (...given: Parameters<typeof verifyWebhook>) => given[1]
