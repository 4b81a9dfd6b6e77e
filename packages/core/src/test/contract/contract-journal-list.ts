// The contract of reading the journal: pages, filters, waits, single requests, clearing, access.
import { setImmediate } from 'node:timers/promises'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { RecordedRequest } from '../../index.ts'
import type { Send } from '../send.ts'
import { listRequests, openJournal, type RequestPage } from './contract-journal.ts'
import { add, ask, expectProblem, type Open } from './contract-service.ts'

const queriesOf = ({ requests }: RequestPage): string[] => requests.map(({ query }) => query)

/** Requests `/endpoint/{name}` for each name in turn. The query is the index. */
async function askAll(send: Send, names: readonly string[]): Promise<void> {
  for (const [i, name] of names.entries()) await ask(send, `/endpoint/${name}?${i}`)
}

const refused: readonly [query: string, pointer: string][] = [
  ['limit=0', '/limit'],
  ['limit=1001', '/limit'],
  ['limit=1.5', '/limit'],
  ['limit=many', '/limit'],
  ['limit=', '/limit'],
  ['count=0', '/count'],
  ['count=1001', '/count'],
  ['wait=-1', '/wait'],
  ['wait=600001', '/wait'],
  ['wait=soon', '/wait'],
  ['unmatched=', '/unmatched'],
  ['unmatched=1', '/unmatched'],
  ['unmatched=TRUE', '/unmatched'],
  ['endpoint=a&endpoint=b', '/endpoint'],
  ['endpoint=a&unmatched=true', '/endpoint'],
  ['after=a&after=b', '/after'],
  ['endpont=a', '/endpont'],
  ['__proto__=a', '/__proto__'],
]

export function describeJournalList(name: string, open: Open): void {
  describe(`${name}: journal, read`, () => {
    test('requests are listed in order of arrival, page by page', async () => {
      const send = await openJournal(open)
      await askAll(send, ['a', 'b', 'a', 'c', 'a'])
      const first = await listRequests(send, '?limit=2')
      expect(queriesOf(first)).toEqual(['0', '1'])
      const second = await listRequests(send, `?limit=2&after=${first.next}`)
      expect(queriesOf(second)).toEqual(['2', '3'])
      const third = await listRequests(send, `?limit=2&after=${second.next}`)
      expect(queriesOf(third)).toEqual(['4'])
      const last = await listRequests(send, `?after=${third.next}`)
      expect(last).toEqual({ requests: [], next: third.next, dropped: 0 })
      expect(queriesOf(await listRequests(send, `?after=${first.next}`))).toEqual(['2', '3', '4'])
      const ids = (await listRequests(send)).requests.map(({ id }) => id)
      expect(ids.toSorted((a, b) => a - b)).toEqual(ids)
      expect(new Set(ids).size).toBe(5)
    })

    test('a page of large requests ends before its limit, with `more`', async () => {
      const send = await openJournal(open)
      const body = '\u0001'.repeat(64 * 1024)
      for (let i = 0; i < 25; i++) await ask(send, `/endpoint/a?${i}`, { method: 'POST', body })
      const first = await listRequests(send, '?limit=1000')
      expect(first).toMatchObject({ more: true })
      const second = await listRequests(send, `?limit=1000&after=${first.next}`)
      expect(second).not.toHaveProperty('more')
      expect([first, second].flatMap(queriesOf)).toEqual([...Array(25).keys()].map(String))
    })

    test('a page of the journal has 100 requests by default', async () => {
      const send = await openJournal(open)
      await askAll(send, Array<string>(101).fill('a'))
      const first = await listRequests(send)
      expect(first.requests).toHaveLength(100)
      expect(queriesOf(await listRequests(send, `?after=${first.next}`))).toEqual(['100'])
      expect((await listRequests(send, '?limit=1000')).requests).toHaveLength(101)
    })

    test('pages miss no request and repeat none, even while requests arrive', async () => {
      const send = await openJournal(open)
      const step = fc.record({ asked: fc.nat(4), limit: fc.integer({ min: 1, max: 4 }) })
      const property = fc.asyncProperty(fc.array(step, { maxLength: 6 }), async (steps) => {
        await ask(send, '/api/request', { method: 'DELETE' })
        let sent = 0
        let next = ''
        const seen: string[] = []
        const read = async (limit: number): Promise<number> => {
          const page = await listRequests(send, `?limit=${limit}&endpoint=b&after=${next}`)
          seen.push(...queriesOf(page))
          next = page.next
          return page.requests.length
        }
        for (const { asked, limit } of steps) {
          const asking = Array.from({ length: asked }, () => {
            const query = sent++
            return ask(send, `/endpoint/${query % 3 === 0 ? 'a' : 'b'}?${query}`)
          })
          await Promise.all([...asking, read(limit)])
        }
        while ((await read(2)) > 0);
        const all = queriesOf(await listRequests(send, '?endpoint=b&limit=1000'))
        expect(seen).toEqual(all)
        expect(all).toHaveLength(sent - Math.ceil(sent / 3))
      })
      for (const endpoint of ['a', 'b']) await add(send, { name: endpoint, data: 1 })
      await fc.assert(property, { numRuns: 40 })
    })

    test.each([
      ['?endpoint=a', ['0', '2']],
      ['?endpoint=none', []],
      ['?unmatched=true', ['1', '4']],
      ['?unmatched=false', ['0', '2', '3']],
      ['?endpoint=%C3%A9', ['3']],
      ['?endpoint=a&limit=1', ['0']],
    ])('the list of requests applies the query %s', async (query, expected) => {
      const send = await openJournal(open)
      for (const endpoint of ['a', 'é']) await add(send, { name: endpoint, data: 1 })
      await askAll(send, ['a', 'none', 'a', '%C3%A9', '%zz'])
      expect(queriesOf(await listRequests(send, query))).toEqual(expected)
    })

    test.each(refused)('the list of requests refuses the query %s', async (query, pointer) => {
      const send = await openJournal(open)
      for (const accept of ['*/*', 'text/event-stream']) {
        const response = await ask(send, `/api/request?${query}`, { headers: { accept } })
        const problem = await expectProblem(response, 400, 'invalid-query')
        expect(problem['errors']).toEqual([{ pointer, detail: expect.any(String) }])
      }
    })

    test.each(['', 'nonsense', '0-1', 'zzzzzzzz-2', '-'])(
      'the list of requests starts at the beginning for the unknown cursor %j',
      async (cursor) => {
        const send = await openJournal(open)
        await askAll(send, ['a', 'b'])
        expect(queriesOf(await listRequests(send, `?after=${cursor}`))).toEqual(['0', '1'])
      },
    )

    test('a wait for requests is answered at once when enough are recorded', async () => {
      const send = await openJournal(open)
      await askAll(send, ['a', 'b'])
      const page = await listRequests(send, '?wait=600000&count=2')
      expect(queriesOf(page)).toEqual(['0', '1'])
    })

    test('who waits is answered when enough have come behind the cursor that match', async () => {
      const send = await openJournal(open)
      await add(send, { name: 'a', data: 1 })
      await askAll(send, ['a'])
      const { next } = await listRequests(send)
      const query = `?wait=600000&count=2&endpoint=a&after=${next}`
      let page: RequestPage | undefined
      const waiting = listRequests(send, query).then((answer) => {
        page = answer
      })
      await askAll(send, ['b', 'a', 'b'])
      for (let i = 0; i < 100; i++) await setImmediate()
      expect(page).toBeUndefined()
      await ask(send, '/endpoint/a?last')
      await waiting
      expect(page && queriesOf(page)).toEqual(['1', 'last'])
    })

    test('a wait for requests that times out gets the requests so far', async () => {
      const send = await openJournal(open)
      await askAll(send, ['a'])
      const asked = performance.now()
      const page = await listRequests(send, '?wait=30&count=2')
      // Timers may fire a millisecond early.
      expect(performance.now() - asked).toBeGreaterThanOrEqual(29)
      expect(queriesOf(page)).toEqual(['0'])
    })

    test('a client that disconnects during a wait does not affect other waits', async () => {
      const send = await openJournal(open)
      const leave = new AbortController()
      const { signal } = leave
      const waiting = ask(send, '/api/request?wait=600000', { signal })
      const other = listRequests(send, '?wait=600000')
      await setImmediate()
      leave.abort()
      await Promise.allSettled([waiting])
      await askAll(send, ['a'])
      expect(queriesOf(await other)).toEqual(['0'])
    })

    test('a single request is shown as in the list, with its response added', async () => {
      const send = await openJournal(open)
      await askAll(send, ['a', 'b'])
      const [, second] = (await listRequests(send)).requests as [unknown, RecordedRequest]
      const response = await ask(send, `/api/request/${second.id}`)
      expect(response.headers.get('content-type')).toBe('application/json')
      expect(await response.json()).toEqual({ ...second, response: expect.any(Object) })
    })

    test.each(['0', '999999999', '-1', '1.5', 'x', '1e1', '%20', '9'.repeat(30), '__proto__'])(
      'the request id %s is not found',
      async (id) => {
        const send = await openJournal(open)
        await expectProblem(await ask(send, `/api/request/${id}`), 404, 'request-not-found')
      },
    )

    test('cleared requests are gone, and their ids are not used again', async () => {
      const send = await openJournal(open)
      await askAll(send, ['a', 'b'])
      const { requests, next } = await listRequests(send)
      const response = await ask(send, '/api/request', { method: 'DELETE' })
      expect(await response.text()).toBe('{"success":true}')
      expect(await listRequests(send)).toMatchObject({ requests: [], dropped: 0 })
      const id = requests.at(-1)?.id ?? 0
      await expectProblem(await ask(send, `/api/request/${id}`), 404, 'request-not-found')
      await askAll(send, ['c'])
      const later = (await listRequests(send, `?after=${next}`)).requests
      expect(later.map((request) => request.id)).toEqual([id + 1])
    })

    test('the journal keeps the last 1,000 requests and counts the dropped ones', async () => {
      const send = await openJournal(open)
      const names = Array<string>(1_003).fill('a')
      await askAll(send, names)
      const page = await listRequests(send, '?limit=1000')
      expect(queriesOf(page)).toEqual([...names.keys()].slice(3).map(String))
      expect(page.dropped).toBe(3)
      await ask(send, '/api/request', { method: 'DELETE' })
      expect((await listRequests(send)).dropped).toBe(0)
    })

    test.each([
      ['GET', '/api/request'],
      ['DELETE', '/api/request'],
      ['GET', '/api/request/1'],
    ])('%s %s is behind Host, Origin and token', async (method, path) => {
      const send = await openJournal(open, { token: 'secret' })
      const authorization = 'Bearer secret'
      await askAll(send, ['a'])
      const strangers: [status: number, code: string, headers: Record<string, string>][] = [
        [403, 'host-not-allowed', { host: 'evil.example', authorization }],
        [403, 'origin-not-allowed', { origin: 'https://evil.example', authorization }],
        [401, 'token-required', {}],
        [401, 'token-required', { accept: 'text/event-stream' }],
      ]
      for (const [status, code, headers] of strangers) {
        await expectProblem(await ask(send, path, { method, headers }), status, code)
      }
      const response = await ask(send, '/api/request', { headers: { authorization } })
      expect((await response.json()) as RequestPage).toMatchObject({ requests: { length: 1 } })
    })
  })
}
