import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, onTestFinished, test } from 'vitest'
import type { Converted } from './converted.ts'
import { convertOpenApi } from './openapi.ts'
import { documentText } from './test/open.ts'
import { responseIn, withResponses } from './test/openapi.ts'
import { type Served, serve } from './test/served.ts'

async function converted(file: string): Promise<Converted> {
  return await convertOpenApi(documentText(file), { file })
}

async function served(given: Converted): Promise<Served> {
  const service = await serve(given)
  onTestFinished(() => service.close())
  return service
}

test.each(['library.yaml', 'parking.json'])('%s is a valid OpenAPI document', async (file) => {
  const { valid, errors } = await new Validator().validate(documentText(file))
  expect(errors).toBeUndefined()
  expect(valid).toBe(true)
})

test('an API becomes one endpoint, named after its title, that serves its operations', async () => {
  const { ask } = await served(await converted('library.yaml'))
  const answers = [
    ['GET', 'books/7', 200],
    ['POST', 'books', 201],
    ['DELETE', 'books/7', 204],
    ['POST', 'login', 302],
    ['PATCH', 'books', 404],
  ] as const
  for (const [method, path, status] of answers) {
    expect.soft(await ask(method, `town-library-loans-books/${path}`)).toMatchObject({ status })
  }
})

test('YAML numbers keep their digits, and YAML dates become strings', async () => {
  const { ask } = await served(await converted('library.yaml'))
  const { text, headers } = await ask('GET', 'town-library-loans-books/books')
  const book =
    '{"isbn":9780000000000000000001,"price":12.50,"title":"Tea: a history","added":"2024-02-03","weight":0.5,"shelf":7,"mask":31,"lent":"no","due":null}'
  expect(text).toBe(`[${book},${book}]`)
  expect(headers.get('x-total-count')).toBe('2')
  expect(headers.get('content-length')).toBe(String(text.length))
})

test('an example in a JSON document is sent byte for byte', async () => {
  const { ask } = await served(await converted('parking.json'))
  const { text } = await ask('PUT', 'parking/lots/a/spaces/3')
  expect(text).toBe('{ "id": 12345678901234567890, "fee": 1.0, "rate": 2.5e-1, "since": null }')
  expect(documentText('parking.json')).toContain(text)
})

test('a media type other than application/json is sent as the content type', async () => {
  const parking = await served(await converted('parking.json'))
  const library = await served(await converted('library.yaml'))
  const home = await parking.ask('GET', 'parking')
  expect(home.headers.get('content-type')).toBe('application/hal+json')
  const cover = await library.ask('GET', 'town-library-loans-books/covers/7.svg')
  expect(cover.headers.get('content-type')).toBe('image/svg+xml')
  expect(cover.text).toBe('<svg xmlns="http://www.w3.org/2000/svg"/>')
})

test('a string example is sent as the JSON in it, unless its schema is a string', async () => {
  const { ask } = await served(await converted('parking.json'))
  expect((await ask('POST', 'parking/lots')).text).toBe('{"queued": 1.0}')
  const media = { example: '{"a":1}', schema: { type: 'string' } }
  const text = withResponses({ 200: { content: { 'application/json': media } } })
  expect(await responseIn(text)).toEqual({ data: String.raw`"{\"a\":1}"`, left: [] })
})

test('a literal path wins over a path with a parameter', async () => {
  const { ask } = await served(await converted('library.yaml'))
  const { text } = await ask('GET', 'town-library-loans-books/books/newest')
  expect(text).toBe('{"isbn":1e3,"title":"Newest"}')
})

test('operations without an example or without their own rule are reported by place', async () => {
  expect((await converted('library.yaml')).left).toEqual([
    'POST /books 422: has an example, but 201 answers this request; a rule with "times": 1 can answer with it.',
    'GET /books/{book-id} 404: has an example, but 200 answers this request; a rule with "times": 1 can answer with it.',
    'GET /books/{id}.txt: a rule cannot tell it from GET /books/{book-id}, which answers.',
    'GET /covers/{isbn}.svg: its rule accepts any text for {isbn}.svg.',
    'GET /members 200: there is no example of application/json.',
  ])
})

test.each(['/x?a=b', '/x#a', '/:x', '/a*', 'x'])('a path such as %s is left out', async (path) => {
  const { rules, left } = await convertOpenApi(withResponses({ 204: {} }, {}, path), { file: 'x' })
  expect(rules).toEqual([])
  expect(left).toEqual([expect.stringContaining(`GET ${path}: `)])
})

test('of an API with over 1,000 operations, 1,000 get rules, and others are reported', async () => {
  const operation = { get: { responses: { 204: {} } } }
  const paths = Object.fromEntries(Array.from({ length: 1002 }, (_, i) => [`/${i}`, operation]))
  const text = JSON.stringify({ openapi: '3.0.0', paths })
  const { rules, left } = await convertOpenApi(text, { file: 'x' })
  expect(rules).toHaveLength(1000)
  expect(left[1]).toBe('GET /1001: an endpoint has at most 1000 rules.')
})

test('the endpoint is named by the option, else by the title, else by the file', async () => {
  const text = JSON.stringify({
    openapi: '3.0.0',
    paths: { '/x': { get: { responses: { 204: {} } } } },
  })
  const titled = text.replace('{', '{"info":{"title":"Ünser API (v1)"},')
  const nameIn = async (given: string, options: { file: string; name?: string }) => {
    const { rules } = await convertOpenApi(given, options)
    return (JSON.parse(rules[0] ?? '') as { endpoint: string }).endpoint
  }
  expect(await nameIn(titled, { file: 'a.json', name: 'Mine' })).toBe('Mine')
  expect(await nameIn(titled, { file: 'a.json' })).toBe('ünser-api-v1')
  expect(await nameIn(text, { file: 'docs/My api.v2.json' })).toBe('my-api-v2')
  await expect(nameIn(text, { file: 'a.json', name: 'a/b' })).rejects.toThrow(
    "`a/b` cannot be an endpoint's name: it must not hold / or \\.",
  )
})

test('two conversions of a document give the same ids in the same order', async () => {
  expect(await converted('library.yaml')).toEqual(await converted('library.yaml'))
})

test.each([
  ['a.json', '{"openapi":\n  3.0.0}', 'Line 2, column 6: '],
  ['a.yaml', 'openapi: 3.0.0\npaths: [}', 'Line 2, column 9: '],
  ['a.yaml', 'swagger: "2.0"', 'This is Swagger 2.0.'],
  ['a.json', '[]', 'This is not a document of OpenAPI 3.0 or 3.1: it has no member "openapi".'],
  ['a.yaml', '', 'it has no member "openapi"'],
  ['a.yaml', 'just text', 'This is not a document of OpenAPI'],
  ['a.yaml', 'openapi: 4.0.0', 'its version is 4.0.0'],
])('the file %s with the text %j is refused', async (file, text, message) => {
  await expect(convertOpenApi(text, { file })).rejects.toThrow(message)
})

test('path parameters whose names would become equal get different names', async () => {
  const text = withResponses({ 204: {} }, {}, '/a/{x-y}/{x y}')
  const { rules } = await convertOpenApi(text, { file: 'x' })
  expect(rules[0]).toContain('"path":"/a/:x_y/:x_y_2"')
})

test('a YAML document may begin with a byte order mark and a brace', async () => {
  const text = '\ufeff{openapi: 3.0.0, paths: {/x: {get: {responses: {204: {}}}}}}'
  expect((await convertOpenApi(text, { file: 'x.yaml' })).rules).toHaveLength(1)
})
