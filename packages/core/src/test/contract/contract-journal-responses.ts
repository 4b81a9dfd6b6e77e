// The contract of the journal: the responses that it records.
import { describe, expect, test } from 'vitest'
import type { RecordedRequest, RecordedResponse } from '../../index.ts'
import type { Send } from '../send.ts'
import { listRequests, openJournal } from './contract-journal.ts'
import { addRule } from './contract-rules.ts'
import { add, ask, lookUntil, type Open } from './contract-service.ts'

const responseLimit = 8 * 1024

/** The last request that was recorded. */
async function lastOf(send: Send): Promise<RecordedRequest> {
  const { requests } = await listRequests(send)
  const one = await ask(send, `/api/request/${requests.at(-1)?.id}`)
  return (await one.json()) as RecordedRequest
}

/** Resolves to the recorded response of the last request, once it is not pending. */
async function responseOf(send: Send): Promise<RecordedResponse | undefined> {
  const request = await lookUntil(async () => {
    const request = await lastOf(send)
    return request.outcome === 'pending' ? undefined : request
  })
  return request?.response
}

function whole(body: string): Partial<RecordedResponse> {
  return { body, bodyBytes: Buffer.byteLength(body), bodyTruncated: false }
}

/** The headers of the response, except those that belong to the connection. */
function headersOf({ headers }: Response): string[][] {
  const added = ['connection', 'date', 'keep-alive', 'transfer-encoding']
  return [...headers].filter(([name]) => !added.includes(name)).sort()
}

function sorted(answer: RecordedResponse | undefined): unknown {
  return answer?.headers.map((pair) => [...pair]).sort()
}

const ruled: readonly [what: string, answer: object, expected: Partial<RecordedResponse>][] = [
  ['data', { data: { a: 'é' } }, whole('{"a":"é"}')],
  ['text', { body: 'text' }, whole('text')],
  ['no UTF-8', { body: '/wA=', bodyEncoding: 'base64' }, { bodyEncoding: 'base64', body: '/wA=' }],
  ['chunks', { chunks: [{ body: 'é1' }, { body: '2' }, { body: '3' }] }, whole('é123')],
  ['events', { events: [{ data: 1 }] }, whole('data: 1\n\n')],
  ['a slow body', { body: 'x'.repeat(300), bytesPerSecond: 100_000 }, whole('x'.repeat(300))],
  ['the data of the endpoint', { delay: 1 }, whole('[1]')],
  ['no content', { statusCode: 204, data: 1 }, whole('')],
]

export function describeResponses(name: string, open: Open): void {
  describe(`${name}: journal, responses`, () => {
    test.each(['GET', 'POST', 'PROPFIND'])(
      'the response to a %s is recorded as it was sent',
      async (method) => {
        const send = await openJournal(open)
        await add(send, { name: 'a', data: { b: ['🎉'] }, statusCode: 418 })
        const response = await ask(send, '/endpoint/a', { method })
        const answer = await responseOf(send)
        expect(answer).toEqual({ headers: expect.any(Array), ...whole(await response.text()) })
        expect(sorted(answer)).toEqual(headersOf(response))
      },
    )

    test('the recorded response to a HEAD has headers and no body', async () => {
      const send = await openJournal(open)
      await add(send, { name: 'a', data: 'text' })
      for (const path of ['a', 'none']) {
        await ask(send, `/endpoint/${path}`, { method: 'HEAD' })
        const answer = await responseOf(send)
        expect(answer).toMatchObject(whole(''))
        expect(answer?.headers.map(([name]) => name)).toContain('content-type')
      }
    })

    test.each([204, 205, 304])('the recorded %i response has no body', async (statusCode) => {
      const send = await openJournal(open)
      await add(send, { name: 'a', data: 'text', statusCode })
      await ask(send, '/endpoint/a')
      expect(await responseOf(send)).toMatchObject(whole(''))
    })

    test('a delayed response is recorded when it is sent', async () => {
      const send = await openJournal(open)
      await add(send, { name: 'slow', data: 1, delay: 50 })
      await ask(send, '/endpoint/slow')
      expect(await responseOf(send)).toMatchObject(whole('1'))
    })

    test('responses that are problems are recorded', async () => {
      const send = await openJournal(open)
      for (const path of ['/endpoint/none', '/nowhere', '/endpoint/%zz']) {
        const response = await ask(send, path)
        const answer = await responseOf(send)
        expect(answer).toMatchObject(whole(await response.text()))
        expect(sorted(answer)).toEqual(headersOf(response))
      }
    })

    test.each([
      ['whole', {}],
      ['in pieces', { chunks: [{ body: '1' }] }],
    ])('to a page have the headers of CORS, sent %s', async (_, answer) => {
      const send = await openJournal(open)
      await addRule(send, { endpoint: 'a', response: answer })
      const headers = { origin: 'http://localhost:1' }
      const response = await ask(send, '/endpoint/a', { headers })
      await response.arrayBuffer()
      const shown = await responseOf(send)
      expect(sorted(shown)).toEqual(headersOf(response))
      expect(shown?.headers).toContainEqual(['access-control-allow-origin', headers.origin])
    })

    test.each([
      ['x'.repeat(responseLimit - 2), 0],
      ['x'.repeat(responseLimit - 1), 1],
      ['x'.repeat(300_000), 300_002 - responseLimit],
      [`${'é'.repeat(responseLimit / 2)}`, 2],
    ])('a response body is recorded up to 8 KiB, with its full length', async (data, missing) => {
      const send = await openJournal(open)
      await add(send, { name: 'long', data })
      const sent = await (await ask(send, '/endpoint/long')).text()
      const { body, bodyBytes, bodyTruncated } = (await responseOf(send)) as RecordedResponse
      expect([bodyBytes, bodyTruncated]).toEqual([Buffer.byteLength(sent), missing > 0])
      expect(sent.startsWith(body)).toBe(true)
      expect(responseLimit - Buffer.byteLength(body)).toBeLessThan(2)
    })

    test.each(ruled)('the response of a rule is recorded: %s', async (_, answer, expected) => {
      const send = await openJournal(open)
      await add(send, { name: 'a', data: [1] })
      const headers = { 'x-rule': ['1', '2'] }
      await addRule(send, { endpoint: 'a', response: { ...answer, headers } })
      const response = await ask(send, '/endpoint/a')
      await response.arrayBuffer()
      const shown = await responseOf(send)
      expect(shown).toMatchObject(expected)
      expect(shown?.headers).toEqual(
        expect.arrayContaining([
          ['x-rule', '1'],
          ['x-rule', '2'],
        ]),
      )
    })

    test('that were held are those of the release, and missing before', async () => {
      const send = await openJournal(open)
      await addRule(send, { endpoint: 'a', response: { hold: true, body: 'first' } })
      const answer = ask(send, '/endpoint/a')
      const { requests } = await listRequests(send, '?wait=10000')
      expect(await lastOf(send)).not.toHaveProperty('response')
      const body = '{"body":"second"}'
      await ask(send, `/api/request/${requests[0]?.id}/release`, { method: 'POST', body })
      await answer
      expect(await responseOf(send)).toMatchObject(whole('second'))
    })

    test.each(['reset', 'close', 'malformed'])('are missing after the fault %s', async (fault) => {
      const send = await openJournal(open)
      await addRule(send, { endpoint: 'a', response: { fault } })
      await expect(ask(send, '/endpoint/a').then((response) => response.text())).rejects.toThrow()
      expect(await lastOf(send)).toMatchObject({ outcome: 'answered', fault })
      expect(await responseOf(send)).toBeUndefined()
    })

    test('a truncated response is recorded as far as it was sent', async () => {
      const send = await openJournal(open)
      await addRule(send, { endpoint: 'a', response: { fault: 'truncate', body: '12345678' } })
      const answer = ask(send, '/endpoint/a').then((response) => response.text())
      await expect(answer).rejects.toThrow()
      expect(await responseOf(send)).toMatchObject(whole('1234'))
    })

    test('are missing when the client left before', async () => {
      const send = await openJournal(open)
      await add(send, { name: 'never', data: 1, delay: 100_000 })
      const leave = new AbortController()
      const asked = Promise.allSettled([ask(send, '/endpoint/never', { signal: leave.signal })])
      await listRequests(send, '?wait=10000')
      expect(await lastOf(send)).not.toHaveProperty('response')
      leave.abort()
      await asked
      expect(await responseOf(send)).toBeUndefined()
      expect(await lastOf(send)).toMatchObject({ outcome: 'aborted' })
    })
  })
}
