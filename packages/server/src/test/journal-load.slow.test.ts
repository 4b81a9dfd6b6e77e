// The journal under load over sockets: all requests are recorded in order, with their outcomes.
import { Agent, request as httpRequest } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { createJournal, type JournalView, type RecordedRequest } from '@mock-endpoint/core'
import { createMemoryStore } from '@mock-endpoint/core/memory'
import { expect, onTestFinished, test } from 'vitest'
import { listRequests } from '../../../core/src/test/contract/contract-journal.ts'
import { add } from '../../../core/src/test/contract/contract-service.ts'
import { overSocket } from '../../../core/src/test/send.ts'
import { startServer } from '../http/start-server.ts'

const connections = 32
const total = 2_000

/** The kinds of requests. The number of a request decides its kind. */
const kinds = [
  { name: 'now', outcome: 'answered', statusCode: 201 },
  { name: 'slow', outcome: 'answered', statusCode: 202 },
  { name: 'never', outcome: 'aborted', statusCode: null },
  { name: 'none', outcome: 'unmatched', statusCode: 404 },
] as const

const kindOf = (number: number) => kinds[number % kinds.length] ?? kinds[0]

const pathOf = (number: number): string => {
  const { name } = kindOf(number)
  return `/endpoint/${name === 'slow' ? `slow-${5 + (number % 16)}` : name}?${number}`
}

test('2,000 requests over 32 connections are recorded in order, and a cursor misses none', async () => {
  const journal = createJournal({ requests: total })
  const store = createMemoryStore()
  const server = await startServer({ port: 0, store, journal, grace: 0, hosts: ['127.0.0.1'] })
  onTestFinished(server.close)
  const send = overSocket(server.url)
  await add(send, { name: 'now', data: 1, statusCode: 201 })
  await add(send, { name: 'never', data: 1, delay: 2_147_483_647 })
  for (let delay = 5; delay <= 20; delay++) {
    await add(send, { name: `slow-${delay}`, data: 1, statusCode: 202, delay })
  }

  /** The functions that disconnect clients once their requests are recorded, by number. */
  const leaving = new Map<string, () => void>()
  const over = new AbortController()
  onTestFinished(() => over.abort())
  void leaveOnArrival(journal, leaving, over.signal)

  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  onTestFinished(() => agent.destroy())
  const askOnce = (number: number): Promise<number | null> =>
    new Promise((resolve, reject) => {
      const outgoing = httpRequest(server.url + pathOf(number), { agent })
      outgoing.on('response', (incoming) => {
        incoming.resume().on('end', () => resolve(incoming.statusCode ?? 0))
      })
      const isAborted = kindOf(number).outcome === 'aborted'
      outgoing.on('error', (error) => (isAborted ? resolve(null) : reject(error)))
      if (isAborted) leaving.set(`${number}`, () => outgoing.destroy())
      outgoing.end()
    })

  const statuses: (number | null)[] = []
  let next = 0
  const work = async (): Promise<number[]> => {
    const own: number[] = []
    while (next < total) {
      const number = next++
      own.push(number)
      statuses[number] = await askOnce(number)
    }
    return own
  }

  const seen: number[] = []
  const follow = async (): Promise<void> => {
    for (let after = ''; seen.length < total; ) {
      const page = await listRequests(send, `?limit=7&wait=1000&after=${after}`)
      if (page.requests.length === 0) break
      seen.push(...page.requests.map(({ query }) => Number(query)))
      after = page.next
    }
  }
  const [lists] = await Promise.all([
    Promise.all(Array.from({ length: connections }, work)),
    follow(),
  ])

  const isPending = (): boolean => journal.list().some(({ outcome }) => outcome === 'pending')
  for (let i = 0; i < 10_000 && isPending(); i++) await setImmediate()
  const requests: RecordedRequest[] = []
  for (let after = ''; requests.length < total; ) {
    const page = await listRequests(send, `?limit=1000&after=${after}`)
    if (page.requests.length === 0) break
    requests.push(...page.requests)
    after = page.next
  }

  expect(requests.map(({ id }) => id)).toEqual(Array.from({ length: total }, (_, i) => i + 1))
  const numbers = requests.map(({ query }) => Number(query))
  expect(numbers.toSorted((a, b) => a - b)).toEqual([...Array(total).keys()])
  expect(seen).toEqual(numbers)
  const times = requests.map(({ receivedAt }) => receivedAt)
  expect(times.toSorted()).toEqual(times)
  // Each connection sends a request only after its last one has ended.
  const place = new Map(numbers.map((number, i) => [number, i]))
  for (const own of lists) {
    const places = own.map((number) => place.get(number) ?? -1)
    expect(places.toSorted((a, b) => a - b)).toEqual(places)
  }
  for (const request of requests) {
    const number = Number(request.query)
    const { outcome, statusCode } = kindOf(number)
    expect(request).toMatchObject({ outcome, statusCode })
    expect(statuses[number]).toBe(statusCode)
  }
})

async function leaveOnArrival(
  journal: JournalView,
  leaving: ReadonlyMap<string, () => void>,
  signal: AbortSignal,
): Promise<void> {
  for await (const events of journal.follow({}, signal)) {
    for (const event of events) if (event.type === 'request') leaving.get(event.request.query)?.()
  }
}
