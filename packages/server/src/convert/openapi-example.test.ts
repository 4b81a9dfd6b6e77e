import { expect, test } from 'vitest'
import { convertOpenApi } from './openapi.ts'
import { responseIn, withResponses, withSchema } from './test/openapi.ts'

test.each([
  ['example', { example: 1.5, examples: [2] }, '1.5'],
  ['the first of examples', { examples: [2, 3], default: 4 }, '2'],
  ['const', { const: null }, 'null'],
  ['default', { type: 'string', default: 'd' }, '"d"'],
  ['beside a reference', { $ref: '#/components/schemas/A', example: 5 }, '5'],
  ['of a reference', { $ref: '#/components/schemas/A' }, '{"n":1}'],
  ['an element', { items: { example: 'e' } }, '["e"]'],
  ['the first that has one', { oneOf: [{ type: 'null' }, { const: 2 }] }, '2'],
  [
    'the parts of allOf',
    { allOf: [{ $ref: '#/components/schemas/A' }, { properties: { m: { const: 2 } } }] },
    '{"n":1,"m":2}',
  ],
  ['an optional property has none', { properties: { a: { const: 1 }, b: {} } }, '{"a":1}'],
])('an example is taken from a schema: %s', async (_, schema, data) => {
  const schemas = { A: { required: ['n'], properties: { n: { example: 1 } } } }
  expect(await responseIn(withSchema(schema, schemas))).toEqual({ data, left: [] })
})

test.each([
  [
    'a required property has none',
    { required: ['a', 'b'], properties: { a: { const: 1 }, b: {} } },
  ],
  ['a required property is not described', { required: ['z'], properties: { a: { const: 1 } } }],
  ['an enumeration', { enum: ['a', 'b'] }],
  ['an object without properties', { type: 'object' }],
  ['a property that is written alone', { properties: { a: { const: 1, writeOnly: true } } }],
  ['what requires itself', { $ref: '#/components/schemas/Loop' }],
])('no example is invented for a schema without one: %s', async (_, schema) => {
  const schemas = {
    Loop: { required: ['loop'], properties: { loop: { $ref: '#/components/schemas/Loop' } } },
  }
  expect(await responseIn(withSchema(schema, schemas))).toEqual({
    left: ['GET /x 200: there is no example of application/json.'],
  })
})

test('schemas that double in size at each level give an example of at most 1 MiB', async () => {
  const schemas = Object.fromEntries(
    Array.from({ length: 60 }, (_, i) => {
      const next = i === 59 ? { const: 'boom' } : { $ref: `#/components/schemas/S${i + 1}` }
      return [`S${i}`, { properties: { a: next, b: next }, allOf: [next, next] }]
    }),
  )
  const { data = '' } = await responseIn(withSchema({ $ref: '#/components/schemas/S0' }, schemas))
  expect(data.length).toBeLessThanOrEqual(1024 * 1024)
})

test('a reference to itself, to nothing or to another document is reported once', async () => {
  const a = '#/components/schemas/A'
  const nowhere = '#/components/schemas/Nowhere'
  const other = 'common.yaml#/Book'
  const schema = {
    properties: { a: { $ref: a }, b: { $ref: nowhere }, c: { $ref: nowhere }, d: { $ref: other } },
  }
  const { left } = await responseIn(withSchema(schema, { A: { $ref: a } }))
  expect(left.slice(1)).toEqual([
    `$ref ${a}: leads back to itself.`,
    `$ref ${nowhere}: leads to nothing in this document.`,
    `$ref ${other}: leads to another document, which is not read.`,
  ])
})

test('a chain of 20,000 references is reported, and not followed to its end', async () => {
  const schemas = Object.fromEntries(
    Array.from({ length: 20_000 }, (_, i) => [i, { $ref: `#/components/schemas/${i + 1}` }]),
  )
  const { left } = await responseIn(withSchema({ $ref: '#/components/schemas/0' }, schemas))
  expect(left[1]).toMatch(/^\$ref \S+: follows too many others\.$/)
})

test('JSON is preferred to text, and an object as an example of XML is left out', async () => {
  const text = withResponses({
    200: { content: { 'text/plain': { example: 'no' }, 'application/json': { example: 1 } } },
  })
  expect(await responseIn(text)).toEqual({ data: '1', left: [] })
  const xml = withResponses({ 200: { content: { 'application/xml': { example: { a: 1 } } } } })
  expect((await responseIn(xml)).left).toEqual([
    'GET /x 200: its example of application/xml is an object or a list, which only JSON can hold.',
  ])
})

test('a reference may contain escapes and array indexes', async () => {
  const schemas = { 'a/b': { oneOf: [{ type: 'null' }, { const: 7 }] } }
  const schema = { $ref: '#/components/schemas/a~1b/oneOf/1' }
  expect(await responseIn(withSchema(schema, schemas))).toEqual({ data: '7', left: [] })
})

test('an example over 1 MiB that is composed of properties is left out', async () => {
  const schema = {
    properties: { a: { example: 'a'.repeat(600_000) }, b: { example: 'b'.repeat(600_000) } },
  }
  expect((await responseIn(withSchema(schema))).left).toHaveLength(1)
})

test('schemas that apply in 2^60 ways do not hang the conversion', { timeout: 5000 }, async () => {
  const schemas = Object.fromEntries(
    Array.from({ length: 60 }, (_, i) => {
      const next = { $ref: `#/components/schemas/S${i + 1}` }
      return [`S${i}`, { allOf: [next, next] }]
    }),
  )
  const text = withSchema({ $ref: '#/components/schemas/S0' }, { ...schemas, S60: {} })
  expect((await responseIn(text)).left).toHaveLength(1)
})

test('the content type comes from the content, and not from a described header', async () => {
  const headers = { 'Content-Type': { example: 'text/odd' }, 'X-A': { example: 1.0 } }
  const content = { 'application/json': { example: 1 } }
  const { rules } = await convertOpenApi(withResponses({ 200: { headers, content } }), {
    file: 'x',
  })
  expect(rules[0]).toContain('"headers":{"x-a":"1"}')
})
