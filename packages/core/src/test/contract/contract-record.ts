// The contract of the fields of an endpoint, one test per constraint, and of the JSON around them.
import { describe, expect, test } from 'vitest'
import { add, ask, expectProblem, type Open } from './contract-service.ts'

const accepted: readonly [rule: string, body: string, echoed: string][] = [
  ['a name may have one character', '{"name":"a","data":1}', '"name":"a"'],
  ['a name may have 255 bytes', `{"name":"${'a'.repeat(255)}","data":1}`, '"statusCode":200'],
  ['255 bytes may be 128 characters', `{"name":"${'é'.repeat(127)}a","data":1}`, 'éa"'],
  ['a name may be written with escapes', '{"name":"\\u0061\\ud83c\\udf89","data":1}', '"a🎉"'],
  ['a name may begin with dots', '{"name":"..a","data":1}', '"name":"..a"'],
  ['data may be null', '{"name":"a","data":null}', '"data":null'],
  ['data may be false', '{"name":"a","data":false}', '"data":false'],
  ['data may be a number', '{"name":"a","data":-0.0e+10}', '"data":-0.0e+10'],
  ['data may be a text', '{"name":"a","data":"\\ud800"}', '"data":"\\ud800"'],
  ['data may be a list', '{"name":"a","data":[ ]}', '"data":[ ]'],
  ['data may hold a member twice', '{"name":"a","data":{"a":1,"a":2}}', '{"a":1,"a":2}'],
  ['data may hold any member', '{"name":"a","data":{"__proto__":1}}', '{"__proto__":1}'],
  ['a member name may be escaped', '{"name":"a","d\\u0061ta":{}}', '"data":{}'],
  ['statusCode may be 200', '{"name":"a","data":1,"statusCode":200}', '"statusCode":200'],
  ['statusCode may be 599', '{"name":"a","data":1,"statusCode":599}', '"statusCode":599'],
  ['statusCode may be written 2.04e2', '{"name":"a","data":1,"statusCode":2.04e2}', 'e":204'],
  ['delay may be 0', '{"name":"a","data":1,"delay":0}', '"delay":0}'],
  ['delay may be a fraction', '{"name":"a","data":1,"delay":0.25}', '"delay":0.25}'],
  ['delay may be the longest', '{"name":"a","data":1,"delay":2147483647}', ':2147483647}'],
  ['delay -0 is 0', '{"name":"a","data":1,"delay":-0}', '"delay":0}'],
]

const refused: readonly [rule: string, body: string, ...pointers: string[]][] = [
  ['a name is needed', '{"data":1}', '/name'],
  ['a name is a text', '{"name":5,"data":1}', '/name'],
  ['a name is not null', '{"name":null,"data":1}', '/name'],
  ['a name is not empty', '{"name":"","data":1}', '/name'],
  ['a name has at most 255 bytes', `{"name":"${'a'.repeat(256)}","data":1}`, '/name'],
  ['bytes count, not characters', `{"name":"${'é'.repeat(128)}","data":1}`, '/name'],
  ['a name holds no U+0000', '{"name":"a\\u0000","data":1}', '/name'],
  ['a name holds no line feed', '{"name":"a\\nb","data":1}', '/name'],
  ['a name holds no U+007F', '{"name":"\\u007f","data":1}', '/name'],
  ['a name holds no U+0085', '{"name":"\\u0085","data":1}', '/name'],
  ['a name holds no slash', '{"name":"a/b","data":1}', '/name'],
  ['a name holds no backslash', '{"name":"a\\\\b","data":1}', '/name'],
  ['a name holds no lone surrogate', '{"name":"\\ud800","data":1}', '/name'],
  ['a name is not .', '{"name":".","data":1}', '/name'],
  ['a name is not ..', '{"name":"..","data":1}', '/name'],
  ['data is needed', '{"name":"a"}', '/data'],
  ['statusCode is at least 200', '{"name":"a","data":1,"statusCode":199}', '/statusCode'],
  ['statusCode is not 1xx', '{"name":"a","data":1,"statusCode":101}', '/statusCode'],
  ['statusCode is at most 599', '{"name":"a","data":1,"statusCode":600}', '/statusCode'],
  ['statusCode is an integer', '{"name":"a","data":1,"statusCode":200.5}', '/statusCode'],
  ['statusCode is a number', '{"name":"a","data":1,"statusCode":"200"}', '/statusCode'],
  ['statusCode is not null', '{"name":"a","data":1,"statusCode":null}', '/statusCode'],
  ['delay is not negative', '{"name":"a","data":1,"delay":-0.1}', '/delay'],
  ['delay fits a timer', '{"name":"a","data":1,"delay":2147483648}', '/delay'],
  ['delay is finite', '{"name":"a","data":1,"delay":1e999}', '/delay'],
  ['delay is a number', '{"name":"a","data":1,"delay":"5"}', '/delay'],
  ['delay is not null', '{"name":"a","data":1,"delay":null}', '/delay'],
  ['there are no other members', '{"name":"a","data":1,"x/~y":1}', '/x~1~0y'],
  ['__proto__ is another member', '{"name":"a","data":1,"__proto__":{}}', '/__proto__'],
  ['a member comes once', '{"name":"a","data":1,"data":2}', '/data'],
  ['an escaped member comes once', '{"name":"a","data":1,"d\\u0061ta":2}', '/data'],
  ['a list is no endpoint', '[{"name":"a","data":1}]', ''],
  ['null is no endpoint', 'null', ''],
  ['a text is no endpoint', '"a"', ''],
  ['a number is no endpoint', '1', ''],
  [
    'every fault is told at once',
    '{"name":"a/b","statusCode":20,"delay":-1,"y":2,"delay":-2}',
    '/name',
    '/data',
    '/statusCode',
    '/delay',
    '/y',
    '/delay',
  ],
]

const notJson: readonly [body: string, line: number, column: number, found: string][] = [
  ['', 1, 1, 'the end of the text'],
  ['{"name":"a",\n "data": nope}', 2, 10, '`nope`'],
  ['{"name":"a",\r\n\r\n"data":1,}', 3, 10, '`}`'],
  ['{"name":"é🎉","data":tru}', 1, 22, '`tru`'],
  ["{'name':'a'}", 1, 2, "`'name'`"],
  ['{"name":"a" "data":1}', 1, 13, '`"data"`'],
  ['{"name":"a","data":1', 1, 21, 'the end of the text'],
  ['{"name":"a","data":[1,2}', 1, 24, '`}`'],
  ['{"name":"a","data":01}', 1, 21, '`1`'],
  ['{"name":"a","data":1.}', 1, 20, '`1.`'],
  ['{"name":"a","data":NaN}', 1, 20, '`NaN`'],
  ['{"name":"a","data":1} {}', 1, 23, '`{`'],
  ['{"name":"a","data":1}//', 1, 22, 'a comment'],
  ['{"name":"a","data":"\\x41"}', 1, 21, '`\\x`'],
  ['{"name":"a","data":"\u0007"}', 1, 21, 'U+0007'],
  ['{"name":"a",\uFEFF"data":1}', 1, 13, 'U+FEFF'],
  ['name=a&data=1', 1, 1, '`name=a&data=1`'],
]

export function describeRecord(name: string, open: Open): void {
  describe(`${name}: record`, () => {
    test.each(accepted)('%s', async (_, body, echoed) => {
      const response = await add(await open(), body)
      expect(response.status).toBe(200)
      expect(await response.text()).toContain(echoed)
    })

    test.each(refused)('%s', async (_, body, ...pointers) => {
      const send = await open()
      const problem = await expectProblem(await add(send, body), 400, 'invalid-endpoint')
      const errors = problem['errors'] as { pointer: string; detail: string }[]
      expect(errors.map(({ pointer }) => pointer).sort()).toEqual([...pointers].sort())
      expect(await (await ask(send, '/api/endpoint')).json()).toMatchObject({ endpoints: [] })
    })

    test('endpoint names are case-sensitive', async () => {
      const send = await open()
      await add(send, { name: 'Orders', data: 1 })
      await expectProblem(await ask(send, '/endpoint/orders'), 404, 'endpoint-not-found')
    })

    test('an unknown member is refused with the closest field', async () => {
      const response = await add(await open(), { name: 'a', data: 1, statuscode: 500 })
      const { detail } = await expectProblem(response, 400, 'invalid-endpoint')
      expect(detail).toContain('did you mean `statusCode`?')
    })

    test.each(notJson)(
      '%j is refused as invalid JSON at line %i, column %i',
      async (body, line, column, found) => {
        const problem = await expectProblem(await add(await open(), body), 400, 'invalid-json')
        expect(problem).toMatchObject({ line, column })
        expect(problem['detail']).toContain(`Line ${line}, column ${column}: `)
        expect(problem['detail']).toContain(found)
      },
    )

    test('a body that is not UTF-8 is refused as invalid JSON', async () => {
      const body = Buffer.from('{"name":"a",\n"data":"\xe9"}', 'latin1')
      const response = await ask(await open(), '/api/endpoint/add', { method: 'PUT', body })
      const problem = await expectProblem(response, 400, 'invalid-json')
      expect(problem).toMatchObject({ line: 2, column: 9, detail: expect.stringContaining('0xE9') })
    })

    test.each(['declared', 'undeclared'])(
      'a body of %s length may have at most maxBody bytes',
      async (kind) => {
        const send = await open({ maxBody: 200 })
        const bodyOf = (bytes: number): string => {
          const rest = bytes - '{"name":"é","data":""}'.length - 1
          return `{"name":"é","data":"${'x'.repeat(rest)}"}`
        }
        const put = (bytes: number): Promise<Response> =>
          add(send, bodyOf(bytes), kind === 'declared' ? { 'content-length': `${bytes}` } : {})
        expect((await put(200)).status).toBe(200)
        const response = await put(201)
        expect(await expectProblem(response, 413, 'body-too-large')).toMatchObject({ limit: 200 })
        expect((await (await ask(send, '/endpoint/%C3%A9')).text()).length).toBe(179)
      },
    )

    test('a body may have at most 512 levels, including its own object', async () => {
      const send = await open()
      const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)
      expect((await add(send, `{"name":"deep","data":${nested(511)}}`)).status).toBe(200)
      expect(await (await ask(send, '/endpoint/deep')).text()).toBe(nested(511))
      const response = await add(send, `{"name":"deep","data":${nested(512)}}`)
      expect(await expectProblem(response, 400, 'too-deep')).toMatchObject({ limit: 512, line: 1 })
    })
  })
}
