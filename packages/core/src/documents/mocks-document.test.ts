import { expect, test } from 'vitest'
import { readDocument } from '../documents.ts'

const read = (text: string) => readDocument(text, { mayLackData: false })

async function faultsOf(text: string): Promise<string[]> {
  const { faults } = await read(text)
  return faults.map(({ line, column, detail }) => `${line}:${column} ${detail}`)
}

test.each([
  ['{"openapi":"3.1.0","info":{},"paths":{}}', 'is an OpenAPI document: `mock-endpoint import'],
  ['{"swagger":"2.0","info":{}}', 'is an OpenAPI document: `mock-endpoint import openapi`'],
  ['{"log":{"version":"1.2","entries":[]}}', 'is a HAR recording: `mock-endpoint import har`'],
  ['{"uuid":"a","lastMigration":32,"routes":[]}', 'is a Mockoon environment, which'],
  [
    '{"info":{"schema":"https://schema.getpostman.com/json/collection/v2.1.0/"},"item":[]}',
    'is a Postman collection, which',
  ],
])('the document of another tool %s is a fault, and not endpoints', async (text, detail) => {
  const { endpoints } = await read(text)
  expect(endpoints).toEqual([])
  expect(await faultsOf(text)).toEqual([expect.stringContaining(`1:1 ${detail}`)])
})

test('members such as `log`, `info` and `routes` are endpoints otherwise', async () => {
  const { endpoints } = await read('{"log":{"level":1},"info":{},"item":[],"routes":[],"paths":{}}')
  expect(endpoints.map(({ name }) => name)).toEqual(['log', 'info', 'item', 'routes', 'paths'])
})

test('`serve` gives endpoints their own ports, and its wrong entries are faults', async () => {
  const text = '{"serve":{"orders":16541,"a b":0},"endpoints":[]}'
  expect([...(await read(text)).serve]).toEqual([
    ['orders', 16_541],
    ['a b', 0],
  ])
  expect(await faultsOf('{"endpoints":[],"serve":[16541]}')).toEqual([
    '1:17 `serve` must be an object of names and ports, such as {"orders": 16541}',
  ])
  const wrong = '{"a/b":1,"c":1.5,"d":65536,"e":"1","f":1,"f":2}'
  expect(await faultsOf(`{"endpoints":[],"serve":${wrong}}`)).toEqual([
    '1:26 the name of an endpoint must not hold / or \\',
    '1:38 the port of `c` must be an integer from 0 to 65535',
    '1:46 the port of `d` must be an integer from 0 to 65535',
    '1:56 the port of `e` must be an integer from 0 to 65535',
    '1:66 `f` is given more than once',
  ])
})
