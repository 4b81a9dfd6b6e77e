// Calls that the control API refuses, with the same problems in process and over `fetch`.
import { describe, expect, test } from 'vitest'
import type { Control } from '../../control/control.ts'
import type { FollowQuery } from '../../journal/view.ts'
import type { ProblemCode } from '../../model/problem/problem.ts'
import { type OpenControl, refusal } from './control-service.ts'

type Call = (control: Control) => Promise<unknown>

/** Reads the first batch of a stream, which proves that it is open. */
async function opened(control: Control, query: FollowQuery): Promise<void> {
  const end = new AbortController()
  for await (const _ of control.followRequests(query, end.signal)) end.abort()
}

const deep = '['.repeat(512) + ']'.repeat(512)
/** Values that no integer member accepts: out of range, or not written as an integer. */
const noIntegers = [
  -1,
  1.5,
  1e21,
  Number.NaN,
  '0x10',
  '1e2',
  ' 5',
  '5 ',
  '+5',
  '5.0',
  '',
  '٣',
  null,
]
const outOfRange: Readonly<Record<string, readonly number[]>> = {
  limit: [0, 1001],
  count: [0, 1001],
  wait: [600_001],
}

const wrongIntegers = Object.entries(outOfRange).flatMap(([member, numbers]) =>
  [...noIntegers, ...numbers].map((value) => [member, value] as const),
)

const refused: readonly (readonly [what: string, expected: string, call: Call])[] = [
  ['no JSON', 'invalid-json', (it) => it.addEndpoint('{"name":')],
  ['an empty body', 'invalid-json', (it) => it.addEndpoint('')],
  ['data of 512 levels', 'too-deep', (it) => it.addEndpoint(`{"name":"a","data":${deep}}`)],
  ['no object', 'invalid-endpoint ', (it) => it.addEndpoint('[]')],
  [
    'a name with a slash',
    'invalid-endpoint /name',
    (it) => it.addEndpoint('{"name":"a/b","data":1}'),
  ],
  ['no members', 'invalid-endpoint /name /data', (it) => it.addEndpoint('{}')],
  [
    'a wrong status, delay and member',
    'invalid-endpoint /statusCode /delay /x',
    (it) => it.addEndpoint('{"name":"a","data":1,"x":1,"statusCode":99,"delay":-1}'),
  ],
  ['an unknown member', 'invalid-query /prefx', (it) => it.listEndpoints({ prefx: 'a' } as never)],
  [
    'several members',
    'invalid-query /limit /x',
    (it) => it.listEndpoints({ x: 1, limit: 0 } as never),
  ],
  [
    'a text that is no boolean',
    'invalid-query /unmatched',
    (it) => it.listRequests({ unmatched: 'yes' as never }),
  ],
  ['a member of pages', 'invalid-query /prefix', (it) => it.listRequests({ prefix: 'a' } as never)],
  [
    'a stream of what is no boolean',
    'invalid-query /unmatched',
    (it) => opened(it, { unmatched: 1 as never }),
  ],
  ['a stream of an unknown member', 'invalid-query /x', (it) => opened(it, { x: 1 } as never)],
  ['an unknown option', 'invalid-options /endpoint', (it) => it.reset('{"endpoint":true}')],
  [
    'an option that is no boolean',
    'invalid-options /endpoints',
    (it) => it.reset('{"endpoints":1}'),
  ],
  ['options that are no object', 'invalid-options ', (it) => it.reset('[]')],
  ['options that are no JSON', 'invalid-json', (it) => it.reset('{')],
  ['an unknown name', 'endpoint-not-found', (it) => it.getEndpoint('nobody')],
  ['to remove an unknown name', 'endpoint-not-found', (it) => it.removeEndpoint('nobody')],
  ['an unknown id', 'request-not-found', (it) => it.getRequest('999999999')],
  ['an id that is none', 'request-not-found', (it) => it.getRequest('1x')],
]

export function describeControlProblems(name: string, open: OpenControl): void {
  describe(`${name}: problems of the control API`, () => {
    test.each(refused)('%s is refused as %s', async (_, expected, call) => {
      const { control } = await open()
      expect(await refusal(call(control))).toBe(expected)
      expect(await control.listEndpoints({})).toEqual({ endpoints: [], next: null })
    })

    test.each(wrongIntegers)('a %s of %j is refused', async (member, value) => {
      const { control } = await open()
      const query = { [member]: value } as never
      const calls: Promise<unknown>[] =
        member === 'limit' ? [control.listEndpoints(query), control.listSummaries(query)] : []
      calls.push(control.listRequests(query), opened(control, query))
      const refusals = await Promise.all(calls.map(refusal))
      expect(refusals).toEqual(calls.map(() => `invalid-query /${member}`))
    })

    test.each([1, '007', 1000])('a limit of %j is accepted', async (limit) => {
      const { control } = await open()
      const query = { limit: limit as number }
      expect(await control.listEndpoints(query)).toMatchObject({ endpoints: [] })
      expect(await control.listRequests(query)).toMatchObject({ requests: [] })
    })

    test.each<[what: string, code: ProblemCode, limit: number, call: (body: string) => Call]>([
      ['of an endpoint', 'body-too-large', 200, (body) => (it) => it.addEndpoint(body)],
      ['of options', 'body-too-large', 64 * 1024, (body) => (it) => it.reset(body)],
    ])('a body %s is refused as %s above its limit in bytes', async (_, code, limit, call) => {
      const { control } = await open({ maxBody: 200 })
      for (const [text, filler] of [
        ['{"name":"a","data":1', ' '],
        ['{"name":"é","data":1', ' '],
      ] as const) {
        const start = limit === 200 ? text : '{'
        const bytes = limit - 1 - Buffer.byteLength(start)
        const body = start + filler.repeat(bytes)
        await call(`${body}}`)(control)
        const error = await call(`${body} }`)(control).catch((error: unknown) => error)
        expect(error).toMatchObject({ code, extensions: { limit } })
      }
    })
  })
}
