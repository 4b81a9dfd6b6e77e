// Tests of endpoint summaries, run in process, over `fetch` and against the daemon.
import { describe, expect, test } from 'vitest'
import type { Control, SummaryPage, SummaryQuery } from '../../control/control.ts'
import { type OpenControl, refusal } from './control-service.ts'

const add = (control: Control, name: string, more: object = {}) =>
  control.addEndpoint(JSON.stringify({ name, data: 1, ...more }))

/** Opens a service with endpoints of these names. */
async function withNames(open: OpenControl, names: readonly string[]): Promise<Control> {
  const { control } = await open()
  for (let i = 0; i < names.length; i += 100) {
    await Promise.all(names.slice(i, i + 100).map((name) => add(control, name)))
  }
  return control
}

/** Resolves to a page of summaries, with only the names of its endpoints. */
async function find(control: Control, query: SummaryQuery) {
  const { endpoints, ...rest } = await control.listSummaries(query)
  return { names: endpoints.map(({ name }) => name), ...rest }
}

async function pagesOf(control: Control, query: SummaryQuery): Promise<SummaryPage[]> {
  const pages: SummaryPage[] = []
  for (let after: string | null | undefined; after !== null; after = pages.at(-1)?.next) {
    pages.push(await control.listSummaries({ ...query, after }))
  }
  return pages
}

/** In the order of their UTF-8 bytes. `sort()` would put 🎉 before the fullwidth A. */
const sorted = ['B', 'CAFÉ', 'Straße', 'a', 'ab', 'b', 'café', '\u{ff21}', '🎉']

const searches: readonly (readonly [query: SummaryQuery, found: object])[] = [
  [{}, { names: sorted, next: null, total: 9 }],
  [{ search: '' }, { names: sorted, next: null, total: 9 }],
  [{ search: 'B' }, { names: ['B', 'ab', 'b'], next: null, total: 3 }],
  [{ search: 'b' }, { names: ['B', 'ab', 'b'], next: null, total: 3 }],
  [{ search: 'É' }, { names: ['CAFÉ', 'café'], next: null, total: 2 }],
  [{ search: 'aß' }, { names: ['Straße'], next: null, total: 1 }],
  [{ search: 'AẞE' }, { names: ['Straße'], next: null, total: 1 }],
  [{ search: '\u{ff41}' }, { names: ['\u{ff21}'], next: null, total: 1 }],
  [{ search: '.*' }, { names: [], next: null, total: 0 }],
  [{ limit: 2 }, { names: ['B', 'CAFÉ'], next: 'CAFÉ', total: 9 }],
  [
    { limit: 2, after: 'b' },
    { names: ['café', '\u{ff21}'], next: '\u{ff21}', total: 9 },
  ],
  [{ limit: 9 }, { names: sorted, next: null, total: 9 }],
  [
    { search: 'b', limit: 1 },
    { names: ['B'], next: 'B', total: 3 },
  ],
  [
    { search: 'b', limit: 1, after: 'aa' },
    { names: ['ab'], next: 'ab', total: 3 },
  ],
  [
    { search: 'b', limit: 1, after: 'ab' },
    { names: ['b'], next: null, total: 3 },
  ],
  [
    { search: 'b', after: 'b' },
    { names: [], next: null, total: 3 },
  ],
]

/** Data, and the start of it that a summary shows. */
const starts = [
  ['a text of 200', '1'.repeat(200), '1'.repeat(200)],
  ['a text of 201', '1'.repeat(201), '1'.repeat(200)],
  ['a pair that ends at 200', `"${'x'.repeat(197)}🎉x"`, `"${'x'.repeat(197)}🎉`],
  ['a pair across 200', `"${'x'.repeat(198)}🎉x"`, `"${'x'.repeat(198)}`],
] as const

export function describeSummaries(name: string, open: OpenControl): void {
  describe(`${name}: endpoints in short`, () => {
    test('a summary has the status, delay, start of the data and number of rules', async () => {
      const { control } = await open()
      await control.addEndpoint('{"name":"é","data":{ "a":"é" },"statusCode":201,"delay":1.5}')
      await add(control, 'plain')
      for (const times of [1, undefined]) {
        await control.addRule(
          JSON.stringify({ endpoint: 'é', response: { statusCode: 500 }, times }),
        )
      }
      const { endpoints } = await control.listSummaries({})
      expect(endpoints).toEqual([
        { name: 'plain', statusCode: 200, delay: 0, dataBytes: 1, dataStart: '1', rules: 0 },
        {
          ...{ name: 'é', statusCode: 201, delay: 1.5, rules: 2 },
          ...{ dataBytes: 12, dataStart: '{ "a":"é" }' },
        },
      ])
    })

    test.each(starts)('a summary shows only whole characters: %s', async (_, data, dataStart) => {
      const { control } = await open()
      await control.addEndpoint(`{"name":"a","data":${data}}`)
      const page = await control.listSummaries({})
      expect(page.endpoints).toMatchObject([{ dataBytes: Buffer.byteLength(data), dataStart }])
    })

    test('summaries leave out names that have only rules', async () => {
      const { control } = await open()
      await control.addRule('{"endpoint":"b","response":{"statusCode":500}}')
      expect(await control.listSummaries({})).toEqual({ endpoints: [], next: null, total: 0 })
    })

    test.each(searches)('the summary query %j finds %j', async (query, found) => {
      const control = await withNames(open, sorted.toReversed())
      expect(await find(control, query)).toEqual(found)
    })

    test('the summaries of 5,000 endpoints are listed once each, page by page', async () => {
      const names = Array.from({ length: 5000 }, (_, i) => `Orders-${10_000 + i}`)
      const control = await withNames(open, names)
      const pages = await pagesOf(control, { limit: 1000 })
      expect(pages.flatMap(({ endpoints }) => endpoints.map(({ name }) => name))).toEqual(names)
      expect(pages.map(({ total }) => total)).toEqual(Array(5).fill(5000))
      const found = await pagesOf(control, { search: 'orders-10', limit: 300 })
      expect(found.map(({ endpoints }) => endpoints.length)).toEqual([300, 300, 300, 100])
      expect(found.map(({ total }) => total)).toEqual(Array(4).fill(1000))
    })

    test.each([
      [{ prefix: 'a' }, 'invalid-query /prefix'],
      [{ limit: 1001 }, 'invalid-query /limit'],
    ])('the summary query %j is refused as %s', async (query, expected) => {
      const { control } = await open()
      expect(await refusal(control.listSummaries(query as SummaryQuery))).toBe(expected)
    })
  })
}
