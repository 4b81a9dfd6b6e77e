// For every limit, a value at the limit is accepted, and one beyond it is refused.
import { expect, onTestFinished, test } from 'vitest'
import { note } from '../lib/figures.ts'
import { outcome } from '../lib/response.ts'
import { ask, askOnce, connectMany, plainRequest } from './connection.ts'
import { type Limit, limits, maxBody, withBody } from './limits.ts'
import { startProbed } from './probe.ts'

const endpoint = withBody('PUT', '/api/endpoint/add', '{"name":"a","data":1}')

/** Resolves to the outcomes at and beyond a limit, and at and below its lowest value, if any. */
async function tryOut(url: string, { at, from, send }: Limit): Promise<string> {
  // Calls that wait for a request will find this one.
  await askOnce(url, plainRequest('GET', '/endpoint/a'))
  const sizes = from === undefined ? [at, at + 1] : [from - 1, from, at, at + 1]
  const responses: string[] = []
  for (const size of sizes) responses.push(`${size}: ${outcome(await send(url, size))}`)
  return responses.join(', ')
}

function wantedOf({ at, from, passes = '200', refusal }: Limit): string {
  const highest = `${at}: ${passes}, ${at + 1}: ${refusal}`
  return from === undefined ? highest : `${from - 1}: ${refusal}, ${from}: ${passes}, ${highest}`
}

test('a value at each limit is accepted, and one beyond it is refused', async () => {
  const { url } = await startProbed(['--memory', '--max-body', String(maxBody)])
  await askOnce(url, endpoint)
  const found: Record<string, string> = {}
  for (const limit of limits) found[limit.name] = await tryOut(url, limit)
  note('limits', found)
  expect(found).toEqual(Object.fromEntries(limits.map((limit) => [limit.name, wantedOf(limit)])))
})

test('the check finds a daemon that accepts one more than a limit', async () => {
  const { url } = await startProbed(['--memory', '--max-body', String(maxBody)])
  await askOnce(url, endpoint)
  const missed: string[] = []
  for (const limit of limits) {
    // For a check that expects the limit one lower, the daemon accepts one too many.
    const lower = { ...limit, at: limit.at - 1 }
    if ((await tryOut(url, lower)) === wantedOf(lower)) missed.push(limit.name)
  }
  expect(missed).toEqual([])
})

test('16 event streams can be open at once, and another is refused until one ends', async () => {
  const { url } = await startProbed(['--memory'])
  const request = plainRequest('GET', '/api/request', 'Accept: text/event-stream\r\n')
  const sockets = await connectMany(url, 16)
  onTestFinished(() => sockets.forEach((socket) => void socket.destroy()))
  for (const socket of sockets) expect(outcome(await ask(socket, request))).toBe('200')
  const refused = await askOnce(url, request)
  expect(outcome(refused)).toBe('503 too-many-streams')
  expect(JSON.parse(refused.body)).toMatchObject({ limit: 16 })
  sockets[0]?.destroy()
  await expect.poll(async () => outcome(await askOnce(url, request))).toBe('200')
})

/** Sends so many posts. Resolves to the journal's requests, and how many were dropped. */
async function post(url: string, posts: number, bytes: number): Promise<Page> {
  const body = 'b'.repeat(bytes)
  for (let i = 0; i < posts; i++) await askOnce(url, withBody('POST', '/endpoint/a', body))
  const { body: page } = await askOnce(url, plainRequest('GET', '/api/request?limit=1000'))
  return JSON.parse(page) as Page
}

interface Page {
  readonly requests: readonly {
    readonly body: string
    readonly bodyBytes: number
    readonly bodyTruncated: boolean
  }[]
  readonly dropped: number
}

test('the journal keeps requests up to its limits, and counts the dropped ones', async () => {
  const { url } = await startProbed([
    '--memory',
    '--journal-requests',
    '5',
    '--journal-body',
    '100',
  ])
  await askOnce(url, endpoint)
  const full = await post(url, 5, 100)
  expect([full.requests.length, full.dropped]).toEqual([5, 0])
  expect(full.requests.at(-1)).toMatchObject({ bodyBytes: 100, bodyTruncated: false })
  const over = await post(url, 1, 101)
  expect([over.requests.length, over.dropped]).toEqual([5, 1])
  const last = over.requests.at(-1)
  expect(last).toMatchObject({ bodyBytes: 101, bodyTruncated: true, body: 'b'.repeat(100) })

  const small = await startProbed(['--memory', '--journal-bytes', '64KiB'])
  const { requests, dropped } = await post(small.url, 100, 4096)
  note('limits: journal of 64 KiB', { sent: 100, kept: requests.length, dropped })
  expect(requests.length + dropped).toBe(100)
  expect(requests.length * 4096).toBeLessThanOrEqual(64 * 1024)
  expect(requests.length).toBeGreaterThan(8)
})
