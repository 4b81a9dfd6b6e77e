import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import {
  type ChangedEndpoint,
  changeExport,
  changeMembers,
  createMocksSchema,
  decodeText,
  type ExportChanges,
  emptyDocument,
  type MocksDocument,
  readDocument,
  runYielding,
} from './documents.ts'
import { ruleSchema } from './model/rule/rule-schema.ts'

const read = (text: string): Promise<MocksDocument> => readDocument(text, { mayLackData: false })

async function faultsOf(text: string): Promise<string[]> {
  const { faults } = await read(text)
  return faults.map(({ line, column, detail }) => `${line}:${column} ${detail}`)
}

describe('a document', () => {
  test('a document with a member `endpoints` is in the export format', async () => {
    const text = `{"$schema":"x","rules":[{"endpoint":"a","response":{"data":1.0}}],
      "endpoints":[{"name":"a","data":[1.10, 1e400],"statusCode":201}]}`
    const { form, endpoints, rules, faults } = await read(text)
    expect(form).toBe('export')
    expect(endpoints).toMatchObject([
      { name: 'a', data: '[1.10, 1e400]', statusCode: 201, delay: 0 },
    ])
    expect(rules).toMatchObject([
      {
        id: 'a.1',
        endpoint: 'a',
        isTemporary: false,
        json: '{"id":"a.1","endpoint":"a","response":{"data":1.0}}',
      },
    ])
    expect(faults).toEqual([])
  })

  test('a document without `endpoints` has an endpoint for each member, with its text', async () => {
    const { form, endpoints } = await read('{ "$schema": "x", "rules": [ 1.0 ], "users": -0 }')
    expect(form).toBe('members')
    expect(endpoints.map(({ name, data }) => [name, data])).toEqual([
      ['rules', '[ 1.0 ]'],
      ['users', '-0'],
    ])
  })

  test('an endpoint of a document may lack its data if `mayLackData` is set', async () => {
    const text = '{"endpoints":[{"name":"a","delay":5},{ }]}'
    const { endpoints, faults } = await readDocument(text, { mayLackData: true })
    expect(endpoints).toMatchObject([{ name: 'a', data: undefined, delay: 5 }])
    expect(faults).toMatchObject([
      { line: 1, column: 38, detail: expect.stringMatching(/^`name` is missing/) },
    ])
  })

  test.each([
    ['[1]', ['1:1 must be an object with an endpoint for each member']],
    ['{"a/b":1}', ['1:2 the name of an endpoint must not hold / or \\']],
    ['{"a":1,"a":2}', ['1:8 `a` is given more than once']],
    ['{"endpoints":{}}', ['1:2 `endpoints` must be a list of endpoints']],
    ['{"endpoints":[],"rules":3}', ['1:17 `rules` must be a list of rules']],
    [
      '{"endpoints":[],\n "rule":[]}',
      ['2:2 `rule` is not one of $schema, endpoints, rules, serve: did you mean `rules`?'],
    ],
    [
      '{"endpoints":[\n  {"name":"a","data":1},\n  {"name":"a","data":2}]}',
      ['3:3 there is another endpoint `a` above'],
    ],
    [
      '{"endpoints":[],"rules":[\r\n{"id":"a","endpoint":"b","response":{}},\r\n{"id":"a","endpoint":"c","response":{}}]}',
      ['3:1 there is another rule `a` above'],
    ],
    ['{"endpoints":[1]}', ['1:15 this must be an object']],
  ])('the fault of the document %j is reported with its place', async (text, faults) => {
    expect(await faultsOf(text)).toEqual(faults)
  })

  test('each fault is reported at its member, and entries without faults are read', async () => {
    const text = `{
  "endpoints": [
    { "name": "a", "data": 1, "statusCode": 99, "delay": -1 },
    { "name": "b", "data": 2 }
  ],
  "rules": [
    { "id": "r", "endpoint": "b", "response": { "headers": { "content-length": "1" } } },
    { "endpoint": "b", "response": {} }
  ]
}`
    const { endpoints, rules, faults } = await read(text)
    expect(faults).toMatchObject([
      { line: 3, column: 31, endpoint: 'a' },
      { line: 3, column: 49, endpoint: 'a' },
      { line: 7, column: 62, rule: 'r' },
    ])
    expect(endpoints).toMatchObject([{ name: 'b' }])
    expect(rules).toMatchObject([{ index: 1, id: 'b.2' }])
  })

  test('a document with many faults has the place of each', async () => {
    const text = `{"endpoints":[${Array.from({ length: 500 }, () => '{}').join(',\n')}]}`
    const { faults } = await read(text)
    expect(faults).toHaveLength(1000)
    expect(faults.at(-1)).toMatchObject({ line: 500, column: 1 })
  })

  test.each(['', '{', '[1', '{"a":1}x', '{"a":1,}'])(
    'the broken document %j is refused',
    async (text) => {
      await expect(read(text)).rejects.toMatchObject({
        code: 'invalid-json',
        extensions: { line: 1, column: expect.any(Number) },
      })
    },
  )
})

test('decodeText drops a byte order mark and refuses bytes that are not UTF-8', async () => {
  expect(await decodeText(new Uint8Array([0xef, 0xbb, 0xbf, 0x31]))).toBe('1')
  await expect(decodeText(new Uint8Array([0x22, 0xff]))).rejects.toThrow('Line 1, column 2')
})

describe('changes of a document', () => {
  const text = `{
  "$schema": "x",
  "endpoints": [
    { "name": "a",  "data": [1.0] },
    {"name": "b", "statusCode": 201,
     "data": 2}
  ],
  "rules": [
    {"endpoint": "a", "response": {}},
    {"endpoint": "a", "response": {"data": 1.0}},
    {"id": "s", "endpoint": "b", "response": {}}
  ]
}
`
  const whole = { statusCode: 200, delay: 0 }
  const no = { endpoints: new Map(), rules: new Map() }

  async function change(before: string, changes: Partial<ExportChanges>): Promise<string> {
    return runYielding(changeExport(before, { ...no, ...changes }))
  }

  function endpoints(...list: readonly ChangedEndpoint[]): ExportChanges['endpoints'] {
    return new Map(list.map((endpoint) => [endpoint.name, endpoint]))
  }

  test('changing an endpoint leaves the rest of a document unchanged', async () => {
    const b = { ...whole, name: 'b', data: '[2.50]', delay: 7 }
    const entry = `{"name": "b", "statusCode": 200,\n     "data": [2.50],\n     "delay": 7}`
    expect(await change(text, { endpoints: endpoints(b) })).toBe(
      text.replace(/\{"name": "b"[^}]*\}/, entry),
    )
    const same = { name: 'b', statusCode: 201, delay: 0, data: '2' }
    expect(await change(text, { endpoints: endpoints(same) })).toBe(text)
  })

  test('new endpoints are added after the last one of a document', async () => {
    const c = { ...whole, name: 'c', data: '3' }
    const d = { ...whole, name: 'd', data: '4', statusCode: 404 }
    expect(await change(text, { endpoints: endpoints(c, d) })).toBe(
      text.replace(
        '"data": 2}',
        '"data": 2},\n    {"name":"c","data":3},\n    {"name":"d","data":4,"statusCode":404}',
      ),
    )
  })

  test('an endpoint is removed from a document with its rules', async () => {
    const removed = await change(text, { endpoints: new Map([['a', undefined]]) })
    expect(removed).toBe(
      text
        .replace('{ "name": "a",  "data": [1.0] },\n    ', '')
        .replace(/\{"endpoint": "a"[^\n]*\n {4}\{"endpoint": "a"[^\n]*\n {4}/, ''),
    )
    expect(await change(removed, { endpoints: new Map([['b', undefined]]) })).toBe(
      '{\n  "$schema": "x",\n  "endpoints": [],\n  "rules": []\n}\n',
    )
  })

  test('a rule without an id gets the id it was read with when a document changes', async () => {
    const rule = '{"id":"s","endpoint":"b","response":{"data":1.0}}'
    const fresh = '{"id":"t","endpoint":"b","response":{}}'
    const rules = new Map([
      ['s', rule],
      ['t', fresh],
      ['a.1', undefined],
      ['nowhere', undefined],
    ])
    expect(await change(text, { rules })).toBe(
      text
        .replace('{"endpoint": "a", "response": {}},\n    ', '')
        .replace('"response": {"data": 1.0}}', '"response": {"data": 1.0}, "id": "a.2"}')
        .replace('{"id": "s", "endpoint": "b", "response": {}}', `${rule},\n    ${fresh}`),
    )
  })

  test.each([
    [{ a: '[3]', c: undefined }, '{"a":1,"b":2}', '{"a":[3],"b":2}'],
    [{ b: '2.0' }, '{\n\t"a": 1\n}', '{\n\t"a": 1,\n\t"b": 2.0\n}'],
    [{ b: undefined }, '{"a":1,"b":2}', '{"a":1}'],
    [{ a: undefined }, '{"a":1,"b":2}', '{"b":2}'],
    [{ a: undefined, b: undefined }, ' {"a":1,\n"b":2} ', ' {} '],
    [{ a: undefined, b: undefined, c: '3' }, '{"a":1, "b":2}', '{\n  "c": 3\n}'],
    [{ a: undefined, c: '3' }, '{"b":2, "a":1}', '{"b":2, "c": 3}'],
  ])('changing members keeps the rest of a document: %j', async (members, before, after) => {
    expect(await runYielding(changeMembers(before, new Map(Object.entries(members))))).toBe(after)
  })

  test('endpoints and rules are added to an empty document', async () => {
    const rules = new Map([['r', '{"id":"r","endpoint":"a","response":{}}']])
    const both = `{
  "endpoints": [
    {"name":"a","data":1}
  ],
  "rules": [
    {"id":"r","endpoint":"a","response":{}}
  ]
}
`
    const a = endpoints({ ...whole, name: 'a', data: '1' })
    expect(await change(emptyDocument, { endpoints: a, rules })).toBe(both)
    expect(await change(both.replace(/\[\n.*\n {2}\],/, '[],'), { endpoints: a })).toBe(both)
  })

  test.each(['[]', '1', '{"endpoints":{}}', '{"endpoints":null}', '{"rules":{"a":1}}'])(
    'a change of a document with another structure is refused: %s',
    async (before) => {
      const a = endpoints({ ...whole, name: 'a', data: '1' })
      const rules = new Map([['r', '{}']])
      await expect(change(before, { endpoints: a, rules })).rejects.toThrow(
        /is not (a list|an object)/,
      )
    },
  )
})

describe('the schema of documents', () => {
  const schema = JSON.parse(JSON.stringify(createMocksSchema()))
  const isValid = new Ajv({ strict: true, allowUnionTypes: true }).compile(schema)

  test('the schema has every member of a rule', () => {
    const members = Object.keys(schema.properties.rules.items.properties)
    expect(members).toEqual(Object.keys(ruleSchema.shape))
  })

  const response = { data: [1], headers: { a: ['b'], c: null }, delay: [1, 2] }

  test.each([
    {
      $schema: 'x',
      endpoints: [{ name: 'a' }, { name: 'b', data: null, statusCode: 404, delay: 1 }],
    },
    {
      rules: [{ endpoint: 'a', when: { method: ['GET'], json: { a: 1 } }, response, chance: 0.5 }],
    },
    { rules: [{ endpoint: 'a', responses: [{ fault: 'reset' }, { events: [{ data: 1 }] }] }] },
  ])('the schema accepts the valid document %j', (document) => {
    expect(isValid(document)).toBe(true)
  })

  test.each([
    [[]],
    { endpoint: [] },
    { endpoints: [{ data: 1 }] },
    { endpoints: [{ name: 'a', status: 201 }] },
    { endpoints: [{ name: 'a', statusCode: 99 }] },
    { rules: [{ response: {} }] },
    { rules: [{ endpoint: 'a', response: { fault: 'none' } }] },
  ])('the schema refuses the invalid document %j', (document) => {
    expect(isValid(document)).toBe(false)
  })
})
