import { expect, test } from 'vitest'
import { createJournal } from '../engine/journal.ts'
import { createMemoryStore } from '../memory.ts'
import type { Answer } from '../model/answer.ts'
import type { EndpointStore } from '../model/store.ts'
import { type App, type AppOptions, createApp } from './app.ts'

const request = (name: string) => ({
  method: 'GET',
  url: `/endpoint/${name}`,
  rawHeaders: ['Host', 'localhost'],
})

function ask(app: App, name: string): { sent: Answer[]; isTaken: boolean } {
  const sent: Answer[] = []
  const leave = app.shortWay(request(name), (answer) => sent.push(answer))
  return { sent, isTaken: leave !== undefined }
}

async function createStore(): Promise<EndpointStore> {
  const store = createMemoryStore()
  await store.put({ name: 'orders', data: '[1]', statusCode: 200, delay: 0 })
  await store.put({ name: 'later', data: '[2]', statusCode: 200, delay: 5 })
  return store
}

test('it leaves to the app what cannot be answered', async () => {
  const store = await createStore()
  for (const statusCode of [101, 199, 600]) {
    await store.put({ name: 'odd', data: '1', statusCode, delay: 0 })
    const app = createApp({ store })
    expect(ask(app, 'odd')).toEqual({ sent: [], isTaken: false })
    expect((await app.request('/endpoint/odd')).status).toBe(500)
  }
})

test('it leaves to the app data that is no text', async () => {
  const data = { a: 1 } as unknown as string
  const store = {
    ...createMemoryStore(),
    get: () => ({ name: 'odd', data, statusCode: 200, delay: 0 }),
  }
  const app = createApp({ store })
  expect(ask(app, 'odd')).toEqual({ sent: [], isTaken: false })
  expect((await app.request('/endpoint/odd')).status).toBe(500)
})

test('it leaves to the app a store that fails, and one that promises', async () => {
  const store = await createStore()
  const failing: AppOptions = {
    store: {
      ...store,
      get() {
        throw new Error('a test')
      },
    },
  }
  expect(ask(createApp(failing), 'orders').isTaken).toBe(false)
  const promising = createApp({ store: { ...store, get: async (name) => store.get(name) } })
  expect(ask(promising, 'orders').isTaken).toBe(false)
  await promising.request('/endpoint/orders')
  expect(ask(promising, 'orders').isTaken).toBe(true)
})

test('what a subscriber of the journal throws is reported and answered, now and later', async () => {
  const journal = createJournal()
  const reports: unknown[] = []
  const app = createApp({
    store: await createStore(),
    journal,
    onError: (_, context) => reports.push(context),
  })
  let change = 'arrival'
  journal.subscribe((now) => {
    if (now === change) throw new Error(`a test: ${change}`)
  })
  for (change of ['arrival', 'completion']) {
    const now = ask(app, 'orders')
    expect(now.sent.map(({ status }) => status)).toEqual([500])
    const later = [ask(app, 'later'), ask(app, 'later')]
    await expect.poll(() => later.map(({ sent }) => sent.length)).toEqual([1, 1])
    expect(later.flatMap(({ sent }) => sent).map(({ status }) => status)).toEqual([500, 500])
  }
  expect(reports).toHaveLength(6)
  expect(reports[0]).toEqual({ method: 'GET', route: '/endpoint/:name' })
})
