// The journal in process, where a test can inspect entries, waits and signals.
import { getEventListeners } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createJournal, type Journal, type JournalOptions } from '../../journal/journal.ts'
import type { Arrival, JournalEntry } from '../../journal/recorder.ts'
import { createMemoryStore } from '../../memory.ts'
import { type EndpointStore, StoreError } from '../../model/store/store.ts'
import { listRequests } from '../../test/contract/contract-journal.ts'
import { add, ask, expectProblem } from '../../test/contract/contract-service.ts'
import type { Send } from '../../test/send.ts'
import { createApp } from '../app.ts'

interface Opened {
  readonly send: Send
  /** All requests that arrived, including cleared ones. */
  readonly arrivals: readonly Arrival[]
  readonly entries: readonly JournalEntry[]
  /** The number of requests that wait for a page. */
  readonly waiting: () => number
  readonly stopped: AbortController
  readonly draining: AbortController
}

function open(options: JournalOptions = {}, changes: Partial<EndpointStore> = {}): Opened {
  const journal = createJournal(options)
  const arrivals: Arrival[] = []
  const entries: JournalEntry[] = []
  let waiting = 0
  const watched: Journal = {
    ...journal,
    arrive(arrival) {
      const entry = journal.arrive(arrival)
      arrivals.push(arrival)
      entries.push(entry)
      return entry
    },
    page(query, signal) {
      waiting += 1
      return journal.page(query, signal).finally(() => {
        waiting -= 1
      })
    },
  }
  const store = { ...createMemoryStore(), ...changes }
  onTestFinished(() => store.close())
  const [stopped, draining] = [new AbortController(), new AbortController()]
  const signals = { stopped: stopped.signal, draining: draining.signal }
  const app = createApp({ store, journal: watched, ...signals })
  const send: Send = async (request) => app.fetch(request)
  return { send, arrivals, entries, waiting: () => waiting, stopped, draining }
}

const away = async (): Promise<never> => {
  throw new StoreError('unavailable', 'It is away.')
}

describe('the end of a request', () => {
  test.each([
    ['a reset', 'delay-cancelled'],
    ['the end of the service', 'shutting-down'],
  ])('a request whose delay is ended by %s is answered with 503', async (what, code) => {
    const { send, entries, stopped } = open()
    await add(send, { name: 'never', data: 1, delay: 2_147_483_647 })
    const answer = ask(send, '/endpoint/never')
    await setImmediate()
    expect(entries).toMatchObject([{ outcome: 'pending' }])
    if (what === 'a reset') await ask(send, '/api/reset', { method: 'POST' })
    else stopped.abort()
    await expectProblem(await answer, 503, code)
    expect(entries).toMatchObject([{ outcome: 'answered', statusCode: 503 }])
  })

  test('a request is not left pending when the store fails to read its endpoint', async () => {
    const { send } = open({}, { get: away })
    await expectProblem(await ask(send, '/endpoint/a'), 503, 'store-unavailable')
    const { requests } = await listRequests(send)
    expect(requests).toMatchObject([{ path: '/endpoint/a', statusCode: 503 }])
    expect(requests[0]?.outcome).not.toBe('pending')
  })

  test('a request is not left pending when the store fails to find near misses', async () => {
    const names = async function* (): AsyncGenerator<never> {
      yield await away()
    }
    const { send } = open({}, { names })
    await expectProblem(await ask(send, '/endpoint/a'), 503, 'store-unavailable')
    const { requests } = await listRequests(send)
    expect(requests).toMatchObject([{ endpoint: null, statusCode: 503 }])
    expect(requests[0]?.outcome).not.toBe('pending')
  })
})

describe('a journal that is off', () => {
  test('a journal that is off keeps nothing, and requests are answered as usual', async () => {
    const { send, entries } = open({ requests: 0 })
    await add(send, { name: 'a', data: 1, delay: 1 })
    expect(await (await ask(send, '/endpoint/a', { method: 'POST', body: 'b' })).text()).toBe('1')
    await expectProblem(await ask(send, '/endpoint/b'), 404, 'endpoint-not-found')
    expect(await listRequests(send)).toMatchObject({ requests: [], dropped: 0 })
    expect(entries).toEqual([])
  })

  test.each([0, 1000])(
    'with a journal of %i requests, a body that breaks off is refused',
    async (requests) => {
      const { send } = open({ requests })
      await add(send, { name: 'a', data: 1 })
      const body = new ReadableStream({ pull: (c) => c.error(new Error('It broke.')) })
      const init = { method: 'POST', body, duplex: 'half' }
      const response = await ask(send, '/endpoint/a', init)
      await expectProblem(response, 400, 'body-incomplete')
    },
  )
})

describe('the limit of a body', () => {
  test.each(['declared', 'undeclared'])(
    'a body of %s length keeps no more memory alive than the limit',
    async (kind) => {
      const { send, arrivals } = open({ bodyBytes: 10 })
      const headers: HeadersInit = kind === 'declared' ? { 'content-length': '60000' } : {}
      await ask(send, '/endpoint/a', { method: 'POST', body: 'x'.repeat(60_000), headers })
      const body = arrivals[0]?.body
      expect(body).toMatchObject({ bytes: { byteLength: 10 }, length: 60_000 })
      expect(body?.bytes.buffer.byteLength).toBe(10)
    },
  )

  test('a body limit of 0 stores only the length', async () => {
    const { send } = open({ bodyBytes: 0 })
    await ask(send, '/endpoint/a', { method: 'POST', body: 'abc' })
    const expected = { body: '', bodyBytes: 3, bodyTruncated: true }
    expect((await listRequests(send)).requests).toMatchObject([expected])
  })
})

describe('waits for requests', () => {
  test('a wait for requests leaves nothing behind, however it ends', async () => {
    const { send, waiting, draining } = open()
    const client = new AbortController()
    const leaving = ask(send, '/api/request?wait=600000', { signal: client.signal })
    const pages = [
      ask(send, '/api/request?wait=600000'),
      ask(send, '/api/request?wait=600000&count=2'),
    ]
    await setImmediate()
    expect(waiting()).toBe(3)
    client.abort()
    await leaving
    await ask(send, '/endpoint/a')
    await pages[0]
    await ask(send, '/api/request?wait=1&count=2')
    expect(waiting()).toBe(1)
    draining.abort()
    await Promise.all(pages)
    expect(waiting()).toBe(0)
    expect(getEventListeners(client.signal, 'abort').length).toBeLessThan(2)
  })

  test('a wait ends at once when the service stops or its client has disconnected', async () => {
    const { send, waiting, draining } = open()
    const signal = AbortSignal.abort()
    const left = ask(send, '/api/request?wait=600000', { signal })
    await setImmediate()
    expect(waiting()).toBe(0)
    draining.abort()
    await left
    expect((await listRequests(send, '?wait=600000')).requests).toEqual([])
  })

  test('a wait does not end early because the journal is cleared or a request ends', async () => {
    const { send } = open()
    await add(send, { name: 'slow', data: 1, delay: 1 })
    let isOver = false
    const waiting = listRequests(send, '?wait=600000&count=2').finally(() => {
      isOver = true
    })
    await ask(send, '/endpoint/slow')
    await ask(send, '/api/request', { method: 'DELETE' })
    await ask(send, '/endpoint/slow')
    expect(isOver).toBe(false)
    await ask(send, '/endpoint/slow')
    expect((await waiting).requests).toHaveLength(2)
  })
})
