// Values that dynamic responses take from requests, the seed and the clock.
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { ReleaseOptions } from '../../client.ts'
import { createMock, type Mock } from '../../mock.ts'

async function texts(mock: Pick<Mock, 'fetch'>, bodies: readonly string[]) {
  const responses: string[] = []
  for (const body of bodies) {
    responses.push(await (await mock.fetch('/endpoint/a', { method: 'POST', body })).text())
  }
  return responses
}

test('a UUID is valid and depends on the seed', async () => {
  const of = async (seed: number): Promise<string[]> => {
    const mock = await createMock({ seed })
    const answer = { dynamic: true, data: [{ $uuid: true }, '${$uuid}'] }
    await mock.endpoint('a').rule({ response: answer })
    return texts(mock, ['', ''])
  }
  const [one, again, other] = [await of(1), await of(1), await of(2)]
  expect(again).toEqual(one)
  expect(other).not.toEqual(one)
  const all = one.flatMap((text) => JSON.parse(text) as string[])
  expect(new Set(all).size).toBe(4)
  for (const uuid of all) {
    expect(uuid).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  }
})

test('the time in a response is that of the clock, also of a fake one', async () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 2), toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const mock = await createMock()
  await mock.endpoint('a').rule({ response: { dynamic: true, data: { $now: true } } })
  expect(await texts(mock, [''])).toEqual(['"2026-01-02T00:00:00.000Z"'])
})

test('`$seq` counts the uses of a temporary or permanent rule until a reset', async () => {
  const mock = await createMock()
  const answer = { dynamic: true, data: { $seq: true } }
  const rules = async (): Promise<void> => {
    await mock.endpoint('a').rule({ response: answer })
    await mock.endpoint('a').rule({ responses: [answer, { statusCode: 503 }, answer] })
  }
  await rules()
  expect(await texts(mock, ['', '', '', '', ''])).toEqual(['1', '', '3', '1', '2'])
  await mock.reset()
  await rules()
  expect(await texts(mock, ['', '', '', ''])).toEqual(['1', '', '3', '1'])
})

describe('limits of dynamic responses', () => {
  test('a response takes at most 1 Mi characters of a request, or 4 Ki with a delay', async () => {
    const mock = await createMock()
    const answer = { dynamic: true, data: { $request: '/body' } }
    const [small, large] = ['x'.repeat(4094), 'x'.repeat(4095)].map((text) => JSON.stringify(text))
    await mock.endpoint('a').rule({ response: { ...answer, delay: 1 } })
    const [taken, refused] = await texts(mock, [small ?? '', large ?? ''])
    expect(taken).toBe(small)
    expect(JSON.parse(refused ?? '')).toMatchObject({
      code: 'response-failed',
      detail: expect.stringContaining(
        'may take 4096 characters from a request, as it is held, delayed',
      ),
    })
    await mock.endpoint('a').rule({ response: answer })
    expect(await texts(mock, [large ?? ''])).toEqual([large])
    const twice = { dynamic: true, data: [{ $request: '/body' }, { $request: '/body' }] }
    await mock.endpoint('a').rule({ response: twice })
    const [tooMuch] = await texts(mock, [JSON.stringify('y'.repeat(600_000))])
    expect(tooMuch).toContain('may take 1048576 characters from a request.')
  })

  test('a response that searches a request for too many values fails', async () => {
    const mock = await createMock()
    const body = JSON.stringify([Array(9001).fill(1)])
    for (const $request of ['/body/0/9000', '/body/0']) {
      const data = Array(50).fill({ $request })
      await mock.endpoint('a').rule({ response: { dynamic: true, data } })
      const [answer] = await texts(mock, [body])
      expect(answer).toContain('looks for too many values in this request')
    }
  })
})

test('the error for a missing value names it and suggests a default', async () => {
  const mock = await createMock()
  await mock.endpoint('a').rule({
    id: 'r',
    response: { dynamic: true, data: { id: { $request: '/body/id' } } },
  })
  const [answer] = await texts(mock, ['{}'])
  expect(JSON.parse(answer ?? '')).toMatchObject({
    status: 500,
    code: 'response-failed',
    detail:
      'The response of rule `r` needs `/body/id`, which this request does not have; write "default": … next to it.',
  })
  const [other, large] = await texts(mock, ['text', `{"id":1}${' '.repeat(1024 * 1024)}`])
  expect(other).toContain('and the body of this request is not JSON; write')
  expect(large).toContain('and a body of more than 1 MiB has no values; write')
  expect((await mock.requests()).slice(0, 1)).toMatchObject([{ rule: 'r', statusCode: 500 }])
})

test('a held response takes its values on arrival, and the release overrides members', async () => {
  const mock = await createMock()
  const answer = { dynamic: true, hold: true, data: 1, headers: { 'x-id': '${/body/id}' } }
  await mock.endpoint('a').rule({ id: 'r', response: answer })
  const asked = mock.fetch('/endpoint/a', { method: 'POST', body: '{"id":7}' })
  await mock.endpoint('a').waitForRequest()
  await mock.endpoint('a').release({ statusCode: 202 })
  const response = await asked
  expect([response.status, response.headers.get('x-id')]).toEqual([202, '7'])
})

test.each([
  [
    { response: { dynamic: true, body: '{{request.body.id}}' } },
    '/response/dynamic is true, and the response takes nothing from a request: write {"$request": "/body/id"}',
  ],
  [
    { response: { dynamic: 'headers' as const, data: { $seq: true }, headers: { 'x-a': '1' } } },
    '/response/dynamic is "headers", and they take nothing from a request: write ${/body/id} or ${/endpoint}',
  ],
  [
    { when: { path: '/:id' }, response: { dynamic: true, data: ['${/params/ID}'] } },
    '/response takes `/params/ID`, and the path has no parameter :ID',
  ],
  [
    { response: { dynamic: true, body: '${$seq}'.repeat(1001) } },
    '/response takes more than 1000 values',
  ],
  [
    { responses: [{}, { dynamic: true, data: 'x'.repeat(65_535) }] },
    '/responses/1 is dynamic, and has more than 65536 characters of text',
  ],
  [
    { response: { dynamic: true, headers: { 'x-a': ['1', '${/headers/x-a'] } } },
    '/response/headers/x-a has ${ without a closing }',
  ],
])('an invalid dynamic response is refused: %o', async (rule, message) => {
  const mock = await createMock()
  await expect(mock.endpoint('a').rule(rule)).rejects.toThrow(message)
})

test.each([
  [{ dynamic: true }],
  [{ hold: true }],
  [{ forward: 'https://a.test' }],
  [{ record: true }],
])('a release with %o is refused', async (response) => {
  const mock = await createMock()
  await expect(mock.release({ response } as ReleaseOptions)).rejects.toThrow(
    `/${Object.keys(response)} works only in a rule: a release changes what its rule sends`,
  )
})
