import { expect, test } from 'vitest'
import { readDocument } from '../documents.ts'

const read = (text: string) => readDocument(text, { mayLackData: false })

async function faultsOf(text: string): Promise<string[]> {
  const { faults } = await read(text)
  return faults.map(({ line, column, detail }) => `${line}:${column} ${detail}`)
}

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
