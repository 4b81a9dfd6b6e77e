// Random rules that are nearly valid, and requests that nearly match them.
import * as fc from 'fast-check'
import { createApp } from '../../index.ts'
import { createMemoryStore } from '../../memory.ts'
import { problemCodes } from '../../model/problem/problem.ts'

const word = fc.constantFrom('a', 'b', 'é', 'a b', '', '%', '%zz', ':id', '*', '..', '__proto__')
const path = fc.array(word, { maxLength: 4 }).map((words) => `/${words.join('/')}`)
const values = fc.dictionary(word, fc.oneof(word, fc.constant(null)), { maxKeys: 3 })
const json = fc.jsonValue({ maxDepth: 3 })
const small = fc.constantFrom<unknown>(0, 1, 2, 1.5, -1, '1', null, [0, 2], [2, 0])
const content = fc.oneof<fc.Arbitrary<object>[]>(
  fc.record({ data: json }),
  fc.record({ body: fc.string({ unit: 'binary', maxLength: 50 }) }),
  fc.record({ body: fc.base64String(), bodyEncoding: fc.constant('base64') }),
  fc.record({ chunks: fc.array(fc.record({ body: word, delay: small }), { maxLength: 3 }) }),
  fc.record({ events: fc.array(fc.record({ data: json, id: word }), { maxLength: 3 }) }),
  fc.record({ fault: fc.constantFrom('reset', 'close', 'truncate', 'malformed', 'none') }),
  fc.constant({}),
)
const answer = fc
  .tuple(
    content,
    fc.record(
      {
        statusCode: fc.constantFrom<unknown>(200, 201, 204, 304, 503, 599, 99, '200'),
        headers: fc.dictionary(
          fc.constantFrom('x-a', 'Content-Type', 'vary', 'content-length', 'a b', 'set-cookie'),
          fc.oneof(word, fc.constant(null), fc.array(word, { maxLength: 2 })),
        ),
        delay: small,
        bytesPerSecond: fc.constantFrom(1e6, 1e9, 0),
        hold: fc.constant(false),
      },
      { requiredKeys: [] },
    ),
  )
  .map(([given, rest]) => ({ ...rest, ...given }))
const rule = fc.oneof(
  {
    weight: 20,
    arbitrary: fc.record(
      {
        id: fc.oneof(word, fc.constant(undefined)),
        endpoint: fc.constantFrom('orders', 'api', 'é', ''),
        when: fc.record(
          {
            method: fc.constantFrom<unknown>('GET', 'POST', ['GET', 'PUT'], 'get', []),
            path,
            exactPath: fc.constantFrom<unknown>(true, false, 'x'),
            query: values,
            queryString: fc.constantFrom<unknown>('', 'a=1', 'a=b&a=c', '?', 1),
            headers: values,
            json,
            body: word,
          },
          { requiredKeys: [] },
        ),
        response: answer,
        responses: fc.array(answer, { maxLength: 3 }),
        repeatLast: fc.constantFrom<unknown>(true, false, 'x'),
        times: fc.constantFrom<unknown>(1, 2, 0, 'x'),
        chance: fc.constantFrom<unknown>(0, 0.5, 1, 2),
      },
      { requiredKeys: ['endpoint'] },
    ),
  },
  { weight: 1, arbitrary: json },
)
const request = fc.record({
  method: fc.constantFrom('GET', 'POST', 'PUT', 'HEAD', 'OPTIONS', 'DELETE'),
  path: fc.tuple(fc.constantFrom('orders', 'api', '%C3%A9', 'other'), path, values),
  headers: fc.constantFrom<Record<string, string>>({}, { origin: 'http://localhost' }, { a: 'b' }),
  body: fc.oneof(
    fc.constant(undefined),
    json.map((value) => JSON.stringify(value)),
    word,
  ),
})

/** Adds this many rules, with requests after each. Throws at an unexpected response. */
export async function fuzzRules(numRuns: number): Promise<void> {
  const app = createApp({ store: createMemoryStore() })
  const call = async (method: string, target: string, body?: unknown): Promise<Response> =>
    app.request(target, { method, ...(body !== undefined && { body: JSON.stringify(body) }) })
  const property = fc.asyncProperty(
    rule,
    fc.array(request, { maxLength: 3 }),
    async (given, asks) => {
      const added = await call('PUT', '/api/rule/add', given)
      checkProblem(added.status, await added.text(), [200, 400, 507])
      if (added.status === 507) await call('DELETE', '/api/rule')
      await call('PUT', '/api/endpoint/add', { name: 'orders', data: [] })
      for (const { method, path, headers, body } of asks)
        await ask(app, method, path, headers, body)
    },
  )
  // No shrinking, because each attempt would run with all rules that were added so far.
  await fc.assert(property, { numRuns, endOnFailure: true })
}

async function ask(
  app: { fetch(request: Request): Response | Promise<Response> },
  method: string,
  [name, below, query]: [string, string, Record<string, string | null>],
  headers: Record<string, string>,
  body: string | undefined,
): Promise<void> {
  const sent = Object.entries(query).map(([key, value]) => [key, String(value)])
  const target = encodeURI(`/endpoint/${name}${below === '/' ? '' : below}`)
  const hasBody = body !== undefined && method !== 'GET' && method !== 'HEAD'
  const url = `http://localhost${target}?${new URLSearchParams(sent)}`
  try {
    const response = await app.fetch(
      new Request(url, { method, headers, ...(hasBody && { body }) }),
    )
    const text = await response.text()
    const isProblem = response.headers.get('content-type') === 'application/problem+json'
    if (isProblem && method !== 'HEAD') {
      checkProblem(response.status, text, [400, 404, 405])
    }
  } catch (error) {
    if (!(error instanceof TypeError) || !/fetch failed|terminated/.test(error.message)) throw error
  }
}

function checkProblem(status: number, text: string, statuses: readonly number[]): void {
  const { code } = JSON.parse(text) as { code?: (typeof problemCodes)[number] }
  const isKnown = status === 200 || (code !== undefined && problemCodes.includes(code))
  if (!statuses.includes(status) || !isKnown) throw new Error(`${status} ${text}`)
}
