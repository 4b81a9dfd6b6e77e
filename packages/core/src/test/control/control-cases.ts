// Tests of the control API, run in process and over `fetch`.
import { describe, expect, test } from 'vitest'
import type { FollowQuery, JournalEvent } from '../../journal/view.ts'
import { ask } from '../contract/contract-service.ts'
import { describeControlProblems } from './control-problems.ts'
import { type OpenControl, refusal } from './control-service.ts'
import { describeImports } from './import-cases.ts'
import { describeSummaries } from './summary-cases.ts'

const exact = [
  '1.10',
  '12345678901234567890',
  '{"a":1,"a":2}',
  '{ "b" :\t-0.0e+1,"1":"\\u00e9é🎉"}',
]

/** One line per event, such as `1 answered` or `cleared`. Ids start from 1. */
function toLines(events: readonly JournalEvent[]): string[] {
  const first = events.find(({ type }) => type === 'request')
  const base = first?.type === 'request' ? first.request.id - 1 : 0
  return events.map((event) =>
    event.type === 'request' ? `${event.request.id - base} ${event.request.outcome}` : event.type,
  )
}

export function describeControl(name: string, open: OpenControl): void {
  describeControlProblems(name, open)
  describeSummaries(name, open)
  describeImports(name, open)

  describe(`${name}: control`, () => {
    test.each(exact)('the data %s is returned byte for byte', async (data) => {
      const { control, send } = await open()
      const record = { name: 'exact', data, statusCode: 201, delay: 0 }
      const body = `{"name":"exact","data":${data},"statusCode":201}`
      expect(await control.addEndpoint(body)).toEqual(record)
      expect(await control.getEndpoint('exact')).toEqual(record)
      expect(await control.listEndpoints({})).toEqual({ endpoints: [record], next: null })
      expect(await (await ask(send, '/endpoint/exact')).text()).toBe(data)
    })

    test.each(['a b', '100%', 'é', '🎉', 'add', '__proto__', 'a?b#c', '{name}', '$&'])(
      'an endpoint with the name %j can be found and removed',
      async (name) => {
        const { control } = await open()
        await control.addEndpoint(JSON.stringify({ name, data: 1 }))
        expect(await control.getEndpoint(name)).toMatchObject({ name, data: '1' })
        expect(await control.removeEndpoint(name)).toBe(name)
        expect(await refusal(control.getEndpoint(name))).toBe('endpoint-not-found')
      },
    )

    test('pages have 100 items by default, and a cursor for the next page', async () => {
      const { control, send } = await open()
      const names = Array.from({ length: 101 }, (_, i) => `n${1000 + i}`)
      for (const name of names) await control.addEndpoint(JSON.stringify({ name, data: 1 }))
      const page = await control.listEndpoints({})
      expect(page).toMatchObject({ endpoints: { length: 100 }, next: 'n1099' })
      const rest = await control.listEndpoints({ after: page.next ?? '', prefix: undefined })
      expect(rest).toMatchObject({ endpoints: [{ name: 'n1100' }], next: null })
      for (const name of names) await ask(send, `/endpoint/${name}`)
      const first = await control.listRequests({})
      expect(first.requests).toHaveLength(100)
      const second = await control.listRequests({ after: first.next })
      expect(second.requests.map(({ endpoint }) => endpoint)).toEqual(['n1100'])
      expect(await control.clearEndpoints(undefined)).toBe(101)
    })

    test.each([
      ['', 1],
      ['{}', 1],
      ['{"endpoints":false}', 1],
      ['{"endpoints":true}', 0],
    ])('reset(%j) leaves %i of 1 endpoint and no requests', async (options, left) => {
      const { control, send } = await open()
      await control.addEndpoint('{"name":"a","data":1}')
      await ask(send, '/endpoint/a')
      expect(await control.reset(options)).toBeUndefined()
      expect((await control.listEndpoints({})).endpoints).toHaveLength(left)
      expect((await control.listRequests({})).requests).toEqual([])
    })

    test('a recorded request can be listed, found and cleared', async () => {
      const { control, send } = await open()
      await control.addEndpoint('{"name":"a","data":1,"statusCode":202}')
      await ask(send, '/endpoint/a?b=c', { method: 'POST', body: 'text' })
      await ask(send, '/endpoint/none')
      const asked = {
        endpoint: 'a',
        method: 'POST',
        path: '/endpoint/a',
        query: 'b=c',
        body: 'text',
      }
      const [first] = (await control.listRequests({ unmatched: false })).requests
      expect(first).toMatchObject({ ...asked, statusCode: 202, outcome: 'answered' })
      const response = { headers: expect.any(Array), body: '1', bodyBytes: 1, bodyTruncated: false }
      expect(await control.getRequest(`${first?.id}`)).toEqual({ ...first, response })
      const unmatched = await control.listRequests({ unmatched: true, endpoint: undefined })
      expect(unmatched.requests).toMatchObject([{ path: '/endpoint/none', nearMisses: [] }])
      expect((await control.listRequests({ endpoint: 'a' })).requests).toEqual([first])
      expect(await control.clearRequests(undefined)).toBeUndefined()
      expect(await refusal(control.getRequest(`${first?.id}`))).toBe('request-not-found')
    })

    test('a wait ends when enough requests have arrived', async () => {
      const { control, send } = await open()
      await control.addEndpoint('{"name":"a","data":1}')
      const waiting = control.listRequests({ wait: 20_000, count: 2 })
      for (let i = 0; i < 2; i++) await ask(send, '/endpoint/a')
      expect((await waiting).requests).toHaveLength(2)
    })

    test('a wait whose signal is aborted rejects with its reason', async () => {
      const { control } = await open()
      const end = new AbortController()
      const waiting = control.listRequests({ wait: 20_000 }, end.signal)
      const reason = new Error('mine')
      setTimeout(() => end.abort(reason), 20)
      await expect(waiting).rejects.toBe(reason)
    })

    test('a call whose signal is already aborted rejects and does nothing', async () => {
      const { control } = await open()
      const reason = new Error('mine')
      const call = control.addEndpoint('{"name":"a","data":1}', AbortSignal.abort(reason))
      await expect(call).rejects.toBe(reason)
      expect((await control.getHealth(undefined)).endpoints).toBe(0)
    })

    test('followRequests yields earlier and later requests, and their clearing', async () => {
      const { control, send } = await open()
      await control.addEndpoint('{"name":"a","data":1}')
      for (const path of ['/endpoint/a', '/endpoint/none']) await ask(send, path)
      const end = new AbortController()
      const events: JournalEvent[] = []
      const following = (async () => {
        for await (const batch of control.followRequests({}, end.signal)) events.push(...batch)
      })()
      await expect.poll(() => toLines(events)).toEqual(['1 answered', '2 unmatched'])
      await ask(send, '/endpoint/a')
      await expect.poll(() => toLines(events).at(-1)).toBe('3 answered')
      await control.clearRequests(undefined)
      await expect.poll(() => toLines(events).at(-1)).toBe('cleared')
      end.abort()
      await following
    })

    test('followRequests applies filters, and starts after a cursor', async () => {
      const { control, send } = await open()
      await control.addEndpoint('{"name":"a","data":1}')
      for (const name of ['a', 'none', 'a']) await ask(send, `/endpoint/${name}`)
      const { next } = await control.listRequests({})
      const lines = async (query: FollowQuery, count: number): Promise<(string | null)[]> => {
        const end = new AbortController()
        const names: (string | null)[] = []
        for await (const batch of control.followRequests(query, end.signal)) {
          for (const event of batch)
            if (event.type === 'request') names.push(event.request.endpoint)
          if (names.length >= count) end.abort()
        }
        return names
      }
      expect(await lines({ endpoint: 'a' }, 2)).toEqual(['a', 'a'])
      expect(await lines({ unmatched: true }, 1)).toEqual([null])
      await ask(send, '/endpoint/none')
      expect(await lines({ after: next }, 1)).toEqual([null])
    })

    test('getHealth and getOpenApi resolve to the health and the OpenAPI document', async () => {
      const { control } = await open()
      await control.addEndpoint('{"name":"a","data":1}')
      const health = {
        status: 'ok',
        version: expect.any(String),
        store: 'memory',
        endpoints: 1,
        rules: 0,
        seed: expect.any(Number),
      }
      expect(await control.getHealth(undefined)).toEqual(health)
      expect(JSON.parse(await control.getOpenApi(undefined))).toMatchObject({
        openapi: expect.stringMatching(/^3\.1\./),
      })
    })
  })
}
