// The contract of the journal: which requests it records, and which of their parts.
import { describe, expect, test } from 'vitest'
import type { RecordedRequest } from '../../index.ts'
import type { Send } from '../send.ts'
import {
  add,
  ask,
  expectProblem,
  lookUntil,
  type Open,
  type ServiceOptions,
} from './contract-service.ts'

const longestDelay = 2_147_483_647
const bodyLimit = 64 * 1024

/** A page of the journal. */
export interface RequestPage {
  readonly requests: readonly RecordedRequest[]
  readonly next: string
  readonly dropped: number
}

/** Resolves to the page of requests for this query. */
export async function listRequests(send: Send, query = ''): Promise<RequestPage> {
  const response = await ask(send, `/api/request${query}`)
  expect(response.status).toBe(200)
  return (await response.json()) as RequestPage
}

/** Opens a service with an empty journal, which only one test may use at a time. */
export async function openJournal(open: Open, options: ServiceOptions = {}): Promise<Send> {
  const send = await open(options)
  const headers = { authorization: `Bearer ${options.token}` }
  const init = { method: 'DELETE', headers }
  expect((await ask(send, '/api/request', init)).status).toBe(200)
  return send
}

/** Resolves to the only recorded request, once `isDone` returns true for it. */
async function only(
  send: Send,
  isDone: (request: RecordedRequest) => boolean = () => true,
): Promise<RecordedRequest | undefined> {
  return lookUntil(async () => {
    const { requests } = await listRequests(send)
    expect(requests.length).toBeLessThan(2)
    return requests.find(isDone)
  })
}

const isOver = ({ outcome }: RecordedRequest): boolean => outcome !== 'pending'

const bodies: readonly [what: string, body: BodyInit, shown: string, bytes: number][] = [
  ['text', '{"é":"🎉"}', '{"é":"🎉"}', 13],
  ['a text with a byte order mark', '\uFEFF{}', '\uFEFF{}', 5],
  ['an empty body', '', '', 0],
  ['64 KiB', 'x'.repeat(bodyLimit), 'x'.repeat(bodyLimit), bodyLimit],
]

export function describeJournal(name: string, open: Open): void {
  describe(`${name}: journal`, () => {
    test.each(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'])(
      'a %s is recorded with its status and outcome',
      async (method) => {
        const send = await openJournal(open)
        await add(send, { name: 'é', data: 1, statusCode: 418 })
        await ask(send, '/endpoint/%C3%A9?a=%20b&a=+&&c', { method })
        expect(await only(send)).toEqual({
          id: expect.any(Number),
          endpoint: 'é',
          rule: null,
          method,
          path: '/endpoint/%C3%A9',
          query: 'a=%20b&a=+&&c',
          headers: expect.any(Array),
          body: '',
          bodyBytes: 0,
          bodyTruncated: false,
          receivedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
          statusCode: 418,
          outcome: 'answered',
          durationMs: expect.any(Number),
        })
      },
    )

    test('the headers of a request are recorded in their order', async () => {
      const send = await openJournal(open)
      const headers = { 'x-a': '1', 'x-b': 'b, c', 'x-c': '' }
      await ask(send, '/endpoint/none', { headers })
      const recorded = (await only(send))?.headers.filter(([header]) => header.startsWith('x-'))
      expect(recorded).toEqual(Object.entries(headers))
    })

    test.each(bodies)(
      'a body is recorded as it was sent: %s',
      async (_, body, shown, bodyBytes) => {
        const send = await openJournal(open)
        await ask(send, '/endpoint/hook', { method: 'POST', body })
        const request = await only(send)
        expect(request?.body === shown).toBe(true)
        expect(request).toMatchObject({ bodyBytes, bodyTruncated: false })
        expect(request).not.toHaveProperty('bodyEncoding')
      },
    )

    test('a body that is not UTF-8 is recorded as base64', async () => {
      const send = await openJournal(open)
      const body = Buffer.from([0xff, 0x00, 0x7b])
      await ask(send, '/endpoint/hook', { method: 'POST', body })
      const expected = { body: '/wB7', bodyEncoding: 'base64', bodyBytes: 3 }
      expect(await only(send)).toMatchObject(expected)
    })

    test.each([bodyLimit + 1, 300_000])(
      'the first 64 KiB of a body of %i bytes are recorded, with its full length',
      async (length) => {
        const send = await openJournal(open)
        await ask(send, '/endpoint/hook', { method: 'PUT', body: 'x'.repeat(length) })
        const request = await only(send)
        expect(request?.body === 'x'.repeat(bodyLimit)).toBe(true)
        expect(request).toMatchObject({ bodyBytes: length, bodyTruncated: true })
      },
    )

    test('a recorded body is cut before a character that crosses the limit', async () => {
      const send = await openJournal(open)
      const body = `x${'é'.repeat(bodyLimit / 2)}`
      await ask(send, '/endpoint/hook', { method: 'POST', body })
      const request = await only(send)
      expect(request?.body === body.slice(0, bodyLimit / 2)).toBe(true)
      expect(request).toMatchObject({ bodyBytes: bodyLimit + 1, bodyTruncated: true })
    })

    test('a request to an unknown name is recorded with its near misses', async () => {
      const send = await openJournal(open)
      await add(send, { name: 'orders', data: 1 })
      await ask(send, '/endpoint/orderz', { method: 'POST', body: 'a' })
      const expected = { endpoint: null, outcome: 'unmatched', statusCode: 404, body: 'a' }
      expect(await only(send, isOver)).toMatchObject({ ...expected, nearMisses: ['orders'] })
    })

    test.each(['/orders', '/endpoint', '/endpoint/a/b', '/apis'])(
      'a POST of %s is recorded as unmatched',
      async (path) => {
        const send = await openJournal(open)
        const { status } = await ask(send, path, { method: 'POST', body: '{}' })
        const expected = { method: 'POST', path, body: '{}', endpoint: null }
        const end = { outcome: 'unmatched', statusCode: status }
        expect(await only(send)).toMatchObject({ ...expected, ...end })
      },
    )

    test('a POST of /, the path of the web UI, is not recorded', async () => {
      const send = await openJournal(open)
      await ask(send, '/', { method: 'POST', body: '{}' })
      expect(await listRequests(send)).toMatchObject({ requests: [] })
    })

    test('a request with a malformed escape in its path is recorded as unmatched', async () => {
      const send = await openJournal(open)
      await ask(send, '/endpoint/%zz?q')
      const end = { endpoint: null, outcome: 'unmatched', statusCode: 400 }
      expect(await only(send)).toMatchObject({ ...end, path: '/endpoint/%zz', query: 'q' })
    })

    test.each(['/endpoint/orders', '/endpoint/unknown'])(
      'a preflight of %s is not recorded',
      async (path) => {
        const send = await openJournal(open)
        await add(send, { name: 'orders', data: 1 })
        const headers = { origin: 'http://localhost:1', 'access-control-request-method': 'PUT' }
        await ask(send, path, { method: 'OPTIONS', headers })
        expect(await listRequests(send)).toMatchObject({ requests: [] })
      },
    )

    test('calls of the control API, refused or not, are not recorded', async () => {
      const send = await openJournal(open)
      const paths = ['/api/request', '/api/endpoint/none', '/', '/static/x']
      for (const path of paths) await ask(send, path)
      await ask(send, '/api/health', { headers: { host: 'evil.example' } })
      await add(send, '{')
      expect(await listRequests(send)).toMatchObject({ requests: [] })
    })

    test('a request for a path that the control API does not have is recorded as unmatched', async () => {
      const send = await openJournal(open)
      await ask(send, '/api/v1/charges?a=1')
      expect(await listRequests(send)).toMatchObject({
        requests: [
          { path: '/api/v1/charges', query: 'a=1', outcome: 'unmatched', statusCode: 404 },
        ],
      })
    })

    test('a delayed request is pending until it is answered', async () => {
      const send = await openJournal(open)
      await add(send, { name: 'slow', data: 1, statusCode: 503, delay: 60.5 })
      const answer = ask(send, '/endpoint/slow')
      expect((await listRequests(send, '?wait=10000')).requests).toMatchObject([
        { endpoint: 'slow', outcome: 'pending', statusCode: null, durationMs: null },
      ])
      await answer
      const request = await only(send, isOver)
      expect(request).toMatchObject({ outcome: 'answered', statusCode: 503 })
      expect(request?.durationMs).toBeGreaterThanOrEqual(60.5)
    })

    test.each(['GET', 'POST'])(
      'a %s whose client hangs up is aborted, after as long as it waited',
      async (method) => {
        const send = await openJournal(open)
        await add(send, { name: 'never', data: 1, delay: longestDelay })
        const leave = new AbortController()
        const init = { method, signal: leave.signal, ...(method === 'POST' && { body: 'a' }) }
        const waiting = Promise.allSettled([ask(send, '/endpoint/never', init)])
        await listRequests(send, '?wait=10000')
        leave.abort()
        await waiting
        const request = await only(send, isOver)
        expect(request).toMatchObject({ outcome: 'aborted', statusCode: null })
        expect(request?.durationMs).toBeGreaterThan(0)
        expect(request?.durationMs).toBeLessThan(30_000)
      },
    )

    test('a reset ends the delays and leaves the journal empty', async () => {
      const send = await openJournal(open)
      await add(send, { name: 'never', data: 1, delay: longestDelay })
      const waiting = ask(send, '/endpoint/never')
      expect((await listRequests(send, '?wait=10000')).requests).toHaveLength(1)
      await ask(send, '/api/reset', { method: 'POST' })
      await expectProblem(await waiting, 503, 'delay-cancelled')
      expect(await listRequests(send)).toMatchObject({ requests: [], dropped: 0 })
    })

    test.each([204, 205, 304])('a response of %i is recorded as answered', async (statusCode) => {
      const send = await openJournal(open)
      await add(send, { name: 'empty', data: 1, statusCode })
      await ask(send, '/endpoint/empty', { method: 'POST' })
      expect(await only(send)).toMatchObject({ outcome: 'answered', statusCode })
    })
  })
}
